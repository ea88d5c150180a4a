"""The limits of a classroom server. A client that reaches one gets an error."""

MAX_CLASSES = 100
MAX_CLASSES_PER_ADDRESS = 30
"""Classes at once per network, so that a few networks cannot take all of them."""

KEPT_CLASSES_PER_ADDRESS = 5
"""Classes per network that are safe: on a full server, the network with the most classes gives one up for another
network with fewer. Twenty networks can fill a server, but none can shut out the others."""

UNUSED_SECONDS = 10
"""A class that nobody has ever listened to makes room for another after this long."""

IDLE_SECONDS = 15 * 60
"""A class that was listened to makes room after this long without a listener. Its teacher's page can restore it."""
MAX_PHONES = 600
"""Phones per class."""

MAX_PHONES_PER_ADDRESS = 500
"""Phones per class and network. A lecture hall shares one network; phones on other networks still find seats."""

STAY_SECONDS = 20
"""A phone that leaves sooner has only looked in: its vote does not count, and its seat is free for others."""

QUICK_SECONDS = 3
"""A phone that votes this soon after joining is flagged to the teacher: nobody reads a question that fast."""

MAX_REMOVED = 1_200
"""Removed phones per class at any time. They are remembered, so that they can be let back in."""

MAX_STREAMS_PER_PHONE = 6
"""Streams per phone. The newest are kept."""

MAX_TEACHER_STREAMS = 12
"""Streams of one class to teachers' pages. The newest are kept."""

LIFETIME = 12 * 60 * 60
"""Seconds after which a class ends in any case."""

MAX_QUESTIONS = 200
"""Questions per class: more than one every two minutes of a working day."""

MAX_MESSAGE = 2_000
"""Bytes per message from a phone."""

MAX_TEACHER_MESSAGE = 64_000
"""Bytes per message from a teacher's page, except lessons and snapshots."""

MAX_LESSON = 4_000_000
"""Bytes of an uploaded lesson."""

MAX_PACKED_LESSON = 400_000
"""Bytes of an uploaded lesson, compressed."""

LESSONS = 2_000_000
"""Bytes of all lessons of a class, compressed. The lessons shown longest ago make room."""

MAX_WAITING_LESSONS = 12
"""Translations that may wait per class. Beyond this, phones get lessons as they were uploaded."""

MAX_CLASS = 1_000_000
"""Bytes of a class without its votes and lessons: all of it is read and written at each change."""

MAX_SNAPSHOT = 4_000_000
"""Bytes of a snapshot from which a class is restored."""

MAX_PLAN = 100_000
"""Characters of a lesson plan in a link. The 90-minute plan that comes with the app has 2,100."""

MAX_PLANS = 200
"""Plans at once, each for as long as a class can last. The oldest make room."""

PLANS_PER_HOUR = 60
"""Different plans per network and hour."""

MAX_PARTS = 2**19
"""Brackets, commas and colons per message: the same limit as for messages to the app."""

MAX_TEXT = 500
"""Characters of a question, or of one of its options."""

MAX_SLIDE_TEXT = 4_000
"""Characters of a text slide."""

STEP = 10_000_000
"""Upper limit for the steps of a lesson."""

OPTIONS = (2, 6)
"""Minimum and maximum number of options of a question."""

PAIRS = 40
"""Candidate pairs to choose from at one step."""

LETTERS = 60
"""Characters of a word to cut."""

LANGUAGES = 8
"""Languages of a question."""

WRONG_CODES = 12_500
"""Different wrong codes per network and minute, divided by the number of classes: 1,250 with ten classes. Beyond it,
codes from this network are refused, unless it has started or joined the class before: a school has one network, and
a learner who tries codes must not keep the others out.
There are 900,000,000 codes. Somebody who tries as many as allowed, throughout the twelve hours of a class, hits one of
the classes with a probability of 1 in 100: 12,500 x 720 / 900,000,000. That yields one phone, which the teacher
sees."""

ALL_WRONG_CODES = 62_500
"""The same limit for all networks together, for a probability of 1 in 20. Beyond it, somebody tries codes from many
networks, and each network may only try `FEW_WRONG_CODES`."""

FEW_WRONG_CODES = 20
"""Wrong codes per network and minute during such an attack. Hitting one class by trial within its twelve hours then
takes 60,000 networks."""

MINUTE = 60

CLASSES_PER_HOUR = 40
"""Classes started per network and hour."""

HOUR = 60 * 60
