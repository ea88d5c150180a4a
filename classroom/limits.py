"""How much of everything a server of classes takes. Who comes up against one is told."""

MAX_CLASSES = 100
MAX_CLASSES_PER_ADDRESS = 30
"""At once, so that a few addresses don't take all of them."""

KEPT_CLASSES_PER_ADDRESS = 5
"""No more than so many are safe: where a server has all that it can have, the address with the most gives one up for
another that has fewer. Twenty addresses fill a server, and none of them its neighbour's place."""

UNUSED_SECONDS = 10
"""A class that nobody has listened to makes room for another after that,"""

IDLE_SECONDS = 15 * 60
"""and one that somebody has listened to, after that: its teacher's page brings it back."""
MAX_PHONES = 600
"""In one class,"""

MAX_PHONES_PER_ADDRESS = 500
"""and of these from one address, which a lecture hall shares: those who come another way always find seats."""

STAY_SECONDS = 20
"""A phone that left again before that had only looked in: its vote does not count, and its seat is anybody's."""

QUICK_SECONDS = 3
"""A phone that votes so soon after it joined is shown to the teacher: nobody has read the question by then."""

MAX_REMOVED = 1_200
"""Phones that a teacher may have removed from a class at once. They are kept, to be let back in."""

MAX_STREAMS_PER_PHONE = 6
"""Pages of a class that one browser may have open, the newest ones,"""

MAX_TEACHER_STREAMS = 12
"""and those of its teacher."""

LIFETIME = 12 * 60 * 60
"""Seconds after which a class is gone, whatever happens in it."""

MAX_QUESTIONS = 200
"""In one class: more than one for each two minutes of a day."""

MAX_MESSAGE = 2_000
"""Bytes that a phone sends at once."""

MAX_TEACHER_MESSAGE = 64_000
"""Bytes that a teacher's page sends at once, if it is no lesson and no class to bring back."""

MAX_LESSON = 4_000_000
"""Bytes of a lesson as it is handed in,"""

MAX_PACKED_LESSON = 400_000
"""compressed,"""

LESSONS = 2_000_000
"""and of all lessons of a class, compressed: the ones that were shown longest ago make room."""

MAX_WAITING_LESSONS = 12
"""Of a class, to be made in other languages: beyond it, phones get lessons as they were handed in."""

MAX_CLASS = 1_000_000
"""Bytes of a class without its votes and lessons: it is written and read with each change."""

MAX_SNAPSHOT = 4_000_000
"""Bytes of a class that is brought back."""

MAX_PLAN = 100_000
"""Characters of a lesson plan as a link has it: the one of 90 minutes that comes with the app has 2,100."""

MAX_PLANS = 200
"""At once, for as long as a class may last: the ones that were brought longest ago make room."""

PLANS_PER_HOUR = 60
"""Different plans from one address in an hour."""

MAX_PARTS = 2**19
"""Brackets, commas and colons of a message: as many as the server takes of an app's page."""

MAX_TEXT = 500
"""Signs of a question, or of an answer to choose."""

MAX_SLIDE_TEXT = 4_000
"""Signs of a text of the teacher's own, where there is no lesson."""

STEP = 10_000_000
"""No lesson has so many steps."""

OPTIONS = (2, 6)
"""Answers to choose from."""

PAIRS = 40
"""Pairs of one step to choose from."""

LETTERS = 60
"""Signs of a word that is to be cut."""

LANGUAGES = 8
"""In which a question is told."""

WRONG_CODES = 12_500
"""Different codes that no class has, from one address in a minute, divided by the number of classes: with ten classes,
1,250. A right code is always among those that are answered, unless more wrong ones come from its address: a school has
one, and a learner there who tries codes must not keep the others out.

There are 900,000,000 codes. Who tries as many as are answered, all through the twelve hours of a class, meets one of
the classes with a chance of 1 in 100: 12,500 x 720 / 900,000,000. It makes him one phone, which the teacher sees."""

ALL_WRONG_CODES = 62_500
"""The same from everywhere, for a chance of 1 in 20: beyond it, somebody tries codes from many addresses, and from each
of them only"""

FEW_WRONG_CODES = 20
"""are answered. To meet one class by trying within its twelve hours takes 60,000 addresses then."""

MINUTE = 60

CLASSES_PER_HOUR = 40
"""Classes opened from one address in an hour."""

HOUR = 60 * 60
