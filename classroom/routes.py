"""The HTTP routes of live classes, for phones and teachers' pages."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode, urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route

from classroom import limits
from classroom.errors import RequestRefused, invalid_value, unknown_class, unknown_plan
from classroom.event_streams import EventHub, Origin, teachers_view
from classroom.fair_turns import FairTurns
from classroom.join_codes import (
    code_from_plan,
    code_from_secret,
    matches_hash,
    new_seat_token,
    new_secret,
    parse_code,
    seat_id,
    secret_hash,
)
from classroom.join_links import app_urls, caller_network, join_address, plan_address, qr_code
from classroom.json_weight import count_parts, read_json
from classroom.lessons import identity, is_same_lesson, pack
from classroom.request_values import require_choice, require_int, require_object, require_text
from classroom.results import as_csv, results
from classroom.room import LiveClass, Votes, restored_class, snapshot_json
from classroom.store import Store

COOKIE = "bpe_lab_place"
"""The only cookie: it holds a phone's seat token."""

RESTORED_VERSION_OFFSET = 1_000
"""Added to the version of a restored class: more than any page can have missed."""

SMALL_BYTES = 50_000
"""Bytes of JSON that are parsed at once instead of in a thread."""

NO_STORE = {"Cache-Control": "no-store"}
STREAM = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}


@dataclass(frozen=True)
class AppHooks:
    """What the app provides to its classes."""

    page: Callable[[Request, str], Response]
    """The page for phones of a class with this code; with an empty code, the form to type one."""

    language: Callable[[Request], str]
    """The language in which to answer a request."""

    hosts: Callable[[], Sequence[str]]
    """Names or addresses under which other machines reach this one."""

    heads: Callable[[str], tuple[Sequence[str], Mapping[str, str]]]
    """The column titles of the results in a language, as many as `results.COLUMNS`, and the kinds of questions."""

    lesson: Callable[[str, str], Mapping[str, Any] | None]
    """The lesson at an address of the app, in a language; None if the server cannot build it. Called in a thread."""


async def _answer_refusal(_request: Request, refused: RequestRefused) -> Response:
    headers = dict(NO_STORE)
    if refused.status in (429, 503):
        headers["Retry-After"] = str(limits.MINUTE if refused.status == 429 else 5)
    return JSONResponse({"error": refused.error, "message": str(refused), **refused.values}, refused.status, headers)


async def _answer_nobody(_request: Request, _problem: ClientDisconnect) -> Response:
    return Response(status_code=400)


EXCEPTION_HANDLERS: Mapping[Any, Callable[[Request, Any], Awaitable[Response]]] = {
    RequestRefused: _answer_refusal,
    ClientDisconnect: _answer_nobody,
}
"""The exception handlers that an application with these routes needs."""


class ClassroomApp:
    """All classes of this server, and the routes to them."""

    def __init__(self, store: Store, given: AppHooks, clock: Callable[[], float], base: str = "") -> None:
        self.store = store
        self.live = EventHub(store, clock)
        self._given = given
        self._now = clock
        self._base = f"/{base.strip('/')}" if base.strip("/") else ""
        self._making: dict[str, asyncio.Lock] = {}
        self._turns = FairTurns()
        self._hashing = FairTurns(2)  # releases the interpreter while it runs

    def routes(self) -> list[BaseRoute]:
        """Return the routes, below the path under which the app is served."""
        get, post = ["GET"], ["POST"]
        join, classes = f"{self._base}/join", f"{self._base}/classes"
        of_phones = [
            Route("/", self.form, methods=get),
            Route("/{code}", self.page, methods=get),
            Route("/{code}/events", self.phone_events, methods=get),
            Route("/{code}/lesson/{lesson}", self.lesson, methods=get),
            Route("/{code}/vote", self.vote, methods=post),
            Route("/{code}/step", self.step, methods=post),
        ]
        of_teachers = [
            Route("/health", self.health, methods=get),
            Route("/plans", self.put_plan, methods=post),
            Route("/plans/{code}", self.plan, methods=get),
            Route("/plans/{code}/qr.svg", self.plan_qr, methods=get),
            Route("/{code}", self.class_state, methods=get),
            Route("/{code}/events", self.teacher_events, methods=get),
            Route("/{code}/lesson", self.upload_lesson, methods=post),
            Route("/{code}/lesson/{lesson}", self.teacher_lesson, methods=get),
            Route("/{code}/move", self.move, methods=post),
            Route("/{code}/mode", self.mode, methods=post),
            Route("/{code}/question", self.question, methods=post),
            Route("/{code}/seats", self.seats, methods=get),
            Route("/{code}/seats", self.move_seats, methods=post),
            Route("/{code}/snapshot", self.snapshot, methods=get),
            Route("/{code}/results", self.results, methods=get),
            Route("/{code}/results.csv", self.table, methods=get),
            Route("/{code}/qr.svg", self.qr, methods=get),
            Route("/{code}/close", self.close, methods=post),
        ]
        return [
            Route(join, self.redirect_to_form, methods=get),
            Route(classes, self.open, methods=post),
            Mount(join, routes=of_phones),
            Mount(classes, routes=of_teachers),
        ]

    # Phones

    async def redirect_to_form(self, _request: Request) -> Response:
        """Redirect to the form with a slash at its end, so that its relative URLs resolve below it."""
        return RedirectResponse(f"{self._base}/join/", 308)

    async def form(self, request: Request) -> Response:
        """Answer with the form to type a code; redirect to the class if one was typed."""
        typed = request.query_params.get("code", "")
        code = parse_code(typed)
        return RedirectResponse(f"{self._base}/join/{code}", 303) if code else self._given.page(request, "")

    async def page(self, request: Request) -> Response:
        """Answer with a class's page for phones. If there is no such class, its event stream reports that."""
        code = parse_code(request.path_params["code"])
        if code is None:  # the form explains what is wrong with it
            return RedirectResponse(f"{self._base}/join/?{urlencode({'code': request.path_params['code'][:40]})}", 303)
        if code != request.path_params["code"]:
            return RedirectResponse(f"{self._base}/join/{code}", 303)
        return self._given.page(request, code)

    async def phone_events(self, request: Request) -> Response:
        """Open a phone's stream of events, which also claims its seat."""
        code = self._code(request)
        token = _token(request)
        if not token or not await self.store.has_seat(code, seat_id(code, token)):
            await self._check_code(request, code)
            token = token or new_seat_token()
        phone, origin = seat_id(code, token), Origin(_address(request), _browser(request))
        claim = await self.store.claim_seat(code, phone, *origin)
        if claim == "full":
            raise RequestRefused(
                503,
                "full",
                f"This class has {limits.MAX_PHONES} phones, or {limits.MAX_PHONES_PER_ADDRESS} from this address, "
                "and that is the limit. Share with a neighbour.",
                most=limits.MAX_PHONES,
            )
        if claim == "removed":
            raise RequestRefused(
                403,
                "removed",
                "The teacher has removed this phone, or phones like it. Ask the teacher to let it back in.",
            )
        answer = _stream(self.live.phone(code, phone, self._language(request), _last_seen(request), origin))
        answer.set_cookie(
            COOKIE,
            token,
            max_age=limits.LIFETIME,
            path=f"{self._base}/join/{code}",
            secure=request.scope["scheme"] == "https",
            httponly=True,
            samesite="strict",
        )
        return answer

    async def lesson(self, request: Request) -> Response:
        """Answer with a lesson of a class, in the phone's language if possible."""
        code, _phone = await self._phone(request)
        return await self._lesson(request, code)

    async def teacher_lesson(self, request: Request) -> Response:
        """Answer with a lesson of a class in its teacher's language, to draw what the class is asked."""
        await self._authorized_room(request)
        return await self._lesson(request, self._code(request))

    async def _lesson(self, request: Request, code: str) -> Response:
        name = request.path_params["lesson"].partition(" ")[0]  # a space would start the language
        language = self._language(request)
        packed = await self.store.lesson(code, f"{name} {language}")
        if packed is None:
            packed = await self._translated(code, name, language)
        if packed is None:
            raise RequestRefused(
                404, "lesson", f"The class no longer has lesson {name!r}. Check where the class is now."
            )
        # A name always leads to the same content.
        headers = {"Cache-Control": "private, max-age=43200, immutable", "Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
        else:
            packed = gzip.decompress(packed)
        return Response(packed, media_type="application/json", headers=headers)

    async def vote(self, request: Request) -> Response:
        """Count a phone's answer to a question."""
        code, phone = await self._phone(request)
        sent = await self._read_body(request, limits.MAX_MESSAGE)
        number = require_int(sent.get("question"), "question", 1, limits.MAX_QUESTIONS)
        ballot = require_int(sent.get("ballot"), "ballot", 1, 2)
        room = await self._room(code)
        question = room.questions[number - 1] if number <= len(room.questions) else None
        if question is None:
            raise invalid_value("question", number, "it must be the number of a question that was asked")
        answer = question.answer(sent.get("answer"))
        outcome = await self.store.vote(code, f"{number}.{ballot}", phone, answer)
        return JSONResponse({"vote": outcome}, 200 if outcome == "counted" else 409, NO_STORE)

    async def step(self, request: Request) -> Response:
        """Record the step of a phone that moves at its own pace."""
        code, phone = await self._phone(request)
        sent = await self._read_body(request, limits.MAX_MESSAGE)
        lesson = require_text(sent.get("lesson"), "lesson", 40)
        await self.store.step(code, phone, lesson, require_int(sent.get("step"), "step", 0, limits.STEP))
        return JSONResponse({}, headers=NO_STORE)

    # Teachers

    async def open(self, request: Request) -> Response:
        """Start a class, or restore one from its teacher's snapshot."""
        is_large = _told_length(request) > limits.MAX_MESSAGE  # a snapshot, with its secret
        if is_large:
            await self._count_opened(request, _secret(request))  # before any of it is read
        sent = await self._read_body(request, limits.MAX_SNAPSHOT if is_large else limits.MAX_MESSAGE)
        snapshot = sent.get("snapshot")
        if snapshot is not None:
            secret = _secret(request)
        elif "secret" in sent:  # a repeated request with the same secret is for the same class
            secret = require_text(sent["secret"], "secret", 100)
            if not _is_secret(secret):
                raise invalid_value("secret", secret, "it must have 20 to 100 ASCII characters, chosen at random")
        else:
            secret = new_secret()
        await self._count_opened(request, secret)
        code = await self._hashing.do(_address(request), code_from_secret, secret)
        found = await self.store.room(code)  # it exists if the answer was lost, or another page was faster
        if found is None:
            found = await self._added(code, secret, snapshot, _address(request))
        if not matches_hash(found.key, secret):
            raise RequestRefused(409, "taken", "Another class has this code now. Start a new one.")
        said = {"code": code, "secret": secret, "join": self._addresses(request, code)}
        return JSONResponse(said, 201, NO_STORE)

    async def _count_opened(self, request: Request, secret: str) -> None:
        """Count a started class, and refuse more than an address may start. The same class counts once."""
        what = f"opened {_address(request)}"
        if await self.store.count_distinct(what, secret_hash(secret), limits.HOUR) > limits.CLASSES_PER_HOUR:
            raise RequestRefused(
                429,
                "opened",
                f"{limits.CLASSES_PER_HOUR} classes were started from this address within an hour, and that is the "
                "limit. Continue with one of them, or try again later.",
                most=limits.CLASSES_PER_HOUR,
            )

    async def _added(self, code: str, secret: str, snapshot: Any, network: str) -> LiveClass:
        """Create a class, or restore one from a snapshot; return the existing one if another request was faster."""
        votes: Votes = {}
        found = LiveClass(code=code, key=secret_hash(secret), opened=self._now())
        if snapshot is not None:
            key, now = secret_hash(secret), self._now()
            room, votes = await self._turns.do(key, restored_class, snapshot, code, key, now)
            # The version rises, so that phones notice the restored class even if they had seen more than the snapshot.
            found = replace(room, version=room.version + RESTORED_VERSION_OFFSET)
        return found if await self.store.create(found, votes, network) else await self._room(code)

    async def class_state(self, request: Request) -> Response:
        """Return everything a teacher's page may know right now."""
        room = await self._authorized_room(request)
        figures = await self.store.counts(room.code)
        said = {
            **teachers_view(room, self._language(request), self._now()),
            "count": asdict(figures),
            "join": self._addresses(request, room.code),
        }
        return JSONResponse(said, headers=NO_STORE)

    async def teacher_events(self, request: Request) -> Response:
        """Open the stream of events for a teacher's page."""
        room = await self._authorized_room(request)
        return _stream(self.live.teacher(room.code, self._language(request)))

    async def upload_lesson(self, request: Request) -> Response:
        """Store a lesson for the phones and return its name."""
        room = await self._authorized_room(request)
        sent = await self._read_body(request, limits.MAX_LESSON)
        language = require_text(sent.get("language"), "language", 20)
        address = require_text(sent.get("address", ""), "address", 8_000)
        name, packed = await self._turns.do(room.code, pack, sent.get("data"), sent.get("lesson"))
        if len(packed) > limits.MAX_PACKED_LESSON:
            raise RequestRefused(
                413,
                "lesson",
                f"This lesson has {len(packed):,} bytes compressed, but the limit is {limits.MAX_PACKED_LESSON:,}. "
                "Use fewer steps or a shorter text.",
                most=limits.MAX_PACKED_LESSON,
            )
        if sent.get("lesson") is None:
            known = await self._turns.do(room.code, identity, sent["data"])
            written = json.dumps({"language": language, "address": address, **known}).encode()
            await self.store.put_lesson(room.code, name, written)
        await self.store.put_lesson(room.code, f"{name} {language}", packed)
        return JSONResponse({"lesson": name}, 201, NO_STORE)

    async def move(self, request: Request) -> Response:
        """Move the teacher, and all phones that follow."""
        room = await self._authorized_room(request)
        sent = await self._read_body(request, limits.MAX_TEACHER_MESSAGE)
        lesson = room.at_position(sent).where.lesson
        if lesson and await self.store.lesson(room.code, lesson) is None:
            raise RequestRefused(409, "lesson", f"The class does not have lesson {lesson!r}. Upload it first.")
        room = await self.store.change(room.code, lambda room: room.at_position(sent))
        return JSONResponse({"version": room.version}, headers=NO_STORE)

    async def mode(self, request: Request) -> Response:
        """Set the mode: phones follow, are free, or are frozen."""
        room = await self._authorized_room(request)
        sent = await self._read_body(request, limits.MAX_TEACHER_MESSAGE)
        room = await self.store.change(room.code, lambda room: room.in_mode(sent.get("mode")))
        return JSONResponse({"version": room.version}, headers=NO_STORE)

    async def question(self, request: Request) -> Response:
        """Take the next step of a question: ask, show, again, reveal or on."""
        room = await self._authorized_room(request)
        sent = await self._read_body(request, limits.MAX_TEACHER_MESSAGE)
        code, now = room.code, self._now()
        does = require_text(sent.get("do"), "do", 20)
        number = 0
        if does == "ask":
            room = await self.store.change(code, lambda room: room.with_question(sent.get("question"), now))
            number = room.number_of(sent["question"].get("id", ""))
        else:
            number = require_int(sent.get("number"), "number", 1, limits.MAX_QUESTIONS)
            if does == "show":
                room = await self._show(room, number)
            elif does == "again":
                room = await self.store.change(code, lambda room: room.with_revote(number, now))
            elif does == "reveal":
                room = await self.store.change(code, lambda room: room.with_solution(number))
            elif does == "on":
                room = await self.store.change(code, lambda room: room.with_question_ended(number))
            else:
                raise invalid_value("do", does, "it must be one of ask, show, again, reveal, on")
        return JSONResponse({"version": room.version, "number": number}, headers=NO_STORE)

    async def _show(self, room: LiveClass, number: int) -> LiveClass:
        question = room.question
        if question is None or question.number != number or question.phase != "open":
            raise RequestRefused(409, "late", f"Question {number} has no open vote. Check where the class is now.")
        votes = await self.store.close_vote(room.code, question.open_ballot_id)
        tally = question.tally_votes(votes.values())
        return await self.store.change(room.code, lambda room: room.with_tally(number, tally))

    async def seats(self, request: Request) -> Response:
        """List the phones of a class and their sources: a number each, never an address."""
        room = await self._authorized_room(request)
        found = await self.store.seats(room.code)
        return JSONResponse({"seats": [asdict(seat) for seat in found if seat.source]}, headers=NO_STORE)

    async def move_seats(self, request: Request) -> Response:
        """Remove a phone, or all from one source, or let them back in. Their votes stop counting, or count again."""
        room = await self._authorized_room(request)
        sent = await self._read_body(request, limits.MAX_TEACHER_MESSAGE)
        does = require_choice(sent.get("do"), "do", ("remove", "restore"))
        is_source = "source" in sent
        phone = "" if is_source else require_text(sent.get("phone"), "phone", 20)
        source = require_int(sent["source"], "source", 1, limits.STEP) if is_source else 0
        seats = await self.store.seats(room.code)
        phones = [seat.phone for seat in seats if (seat.source == source if is_source else seat.phone == phone)]
        if does == "remove":
            await self.store.remove_seats(room.code, phones, block=is_source)
        else:
            await self.store.restore_seats(room.code, phones, unblock=is_source)
        votes = await self.store.votes(room.code)
        room = await self.store.change(room.code, lambda room: room.recounted(votes))
        return JSONResponse({"version": room.version}, headers=NO_STORE)

    async def snapshot(self, request: Request) -> Response:
        """Return all of a class, for its teacher's page to keep in case the server stops."""
        room = await self._authorized_room(request)
        votes = await self.store.votes(room.code)
        written = await self._turns.do(room.code, snapshot_json, room, votes)
        return Response(written, media_type="application/json", headers=NO_STORE)

    async def results(self, request: Request) -> Response:
        """Return the results of all questions as JSON."""
        room = await self._authorized_room(request)
        votes = await self.store.votes(room.code)
        found = await self._turns.do(room.code, results, room, votes, self._language(request))
        return JSONResponse({"opened": room.opened, "questions": found}, headers=NO_STORE)

    async def table(self, request: Request) -> Response:
        """Return the results of all questions as CSV."""
        room = await self._authorized_room(request)
        language = self._language(request)
        found = await self._turns.do(room.code, results, room, await self.store.votes(room.code), language)
        headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="class-{room.code}.csv"'}
        return Response(as_csv(found, *self._given.heads(language)), media_type="text/csv", headers=headers)

    async def qr(self, request: Request) -> Response:
        """Return one of the links to join, as a QR code."""
        room = await self._authorized_room(request)
        return self._qr(request, self._addresses(request, room.code))

    def _qr(self, request: Request, links: Sequence[str]) -> Response:
        number = request.query_params.get("address", "0")
        link = links[int(number) % len(links)] if number.isdecimal() and len(number) < 4 else links[0]
        return Response(qr_code(link), media_type="image/svg+xml", headers=NO_STORE)

    async def close(self, request: Request) -> Response:
        """End a class and delete all of it."""
        room = await self._authorized_room(request)
        await self._read_body(request, limits.MAX_TEACHER_MESSAGE)
        await self.store.remove(room.code)
        return JSONResponse({}, headers=NO_STORE)

    # Lesson plans

    async def put_plan(self, request: Request) -> Response:
        """Store a lesson plan under a code for some hours. Whoever has the code can read the plan."""
        sent = await self._read_body(request, limits.MAX_PLAN + limits.MAX_MESSAGE)
        plan = require_text(sent.get("plan"), "plan", limits.MAX_PLAN)
        if not plan.replace("-", "").replace("_", "").isalnum() or not plan.isascii():
            raise invalid_value("plan", plan, "it must be a plan as its link has it")
        code = code_from_plan(plan)
        from_here = f"plans {_address(request)}"
        if await self.store.count_distinct(from_here, code, limits.HOUR) > limits.PLANS_PER_HOUR:
            raise RequestRefused(
                429,
                "plans",
                f"{limits.PLANS_PER_HOUR} plans were brought from this address within an hour, and that is the limit. "
                "Send the plan as a file.",
                most=limits.PLANS_PER_HOUR,
            )
        await self.store.put_plan(code, plan)
        return JSONResponse({"code": code, "links": self._addresses(request, code, plan_address)}, 201, NO_STORE)

    async def plan(self, request: Request) -> Response:
        """Return the lesson plan with a code."""
        _code, plan = await self._plan(request)
        return JSONResponse({"plan": plan}, headers=NO_STORE)

    async def plan_qr(self, request: Request) -> Response:
        """Return one of the links to a lesson plan, as a QR code."""
        code, _plan = await self._plan(request)
        return self._qr(request, self._addresses(request, code, plan_address))

    async def _plan(self, request: Request) -> tuple[str, str]:
        sent = request.path_params["code"]
        code = parse_code(sent)
        if code is None:
            raise unknown_plan(sent)
        is_tried = await self._check_tries(request, await self.store.count_plans())
        plan = await self.store.plan(code)
        if plan is None:
            await self._count_wrong_code(request, code, is_tried)
            raise unknown_plan(code)
        return code, plan

    async def health(self, _request: Request) -> Response:
        """Check that classes can be stored right now, and that this server hears about their changes."""
        await self.store.check()
        return JSONResponse({"classes": "ok"}, headers=NO_STORE)

    # Shared by all routes

    async def _read_body(self, request: Request, most: int) -> Mapping[str, Any]:
        """Return the JSON object in a request's body.

        Refuses other sites' pages, and bodies of more than `most` bytes.
        """
        kind = request.headers.get("content-type", "")
        if kind.partition(";")[0].strip().lower() != "application/json":
            raise RequestRefused(415, "kind", f"The content type is {kind[:80]!r}, but it must be 'application/json'.")
        origin = request.headers.get("origin")
        is_ours = origin is None or _host_of(origin) == request.headers.get("host")
        if not is_ours or request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise RequestRefused(
                403, "origin", "This request comes from a page of another site. Send it from a page of this server."
            )
        if _told_length(request) > most:  # before any of it is read
            raise _too_large(most)
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise _too_large(most)
        parts = count_parts(body)
        if parts > limits.MAX_PARTS:
            raise RequestRefused(
                413,
                "size",
                f"The message has {parts:,} brackets, commas and colons, but the limit is {limits.MAX_PARTS:,}. "
                "Send less.",
                most=limits.MAX_PARTS,
            )
        try:
            sent = (
                read_json(body) if len(body) <= SMALL_BYTES else await self._turns.do(_owner(request), read_json, body)
            )
        except (ValueError, RecursionError) as problem:
            raise RequestRefused(400, "json", f"The message is not valid JSON: {problem}.") from problem
        return require_object(sent, "message")

    def _language(self, request: Request) -> str:
        return self._given.language(request)

    def _addresses(self, request: Request, code: str, address: Callable[[str, str], str] = join_address) -> list[str]:
        asked = f"{request.scope['scheme']}://{request.headers.get('host', '')}{self._base}"
        return [address(root, code) for root in app_urls(asked, self._given.hosts())]

    def _code(self, request: Request) -> str:
        sent = request.path_params["code"]
        code = parse_code(sent)
        if code is None:
            raise unknown_class(sent)
        return code

    async def _check_code(self, request: Request, code: str) -> None:
        """Refuse a code that no class has, and any code from an address that has sent too many wrong ones.

        While many wrong codes come from everywhere, each address may send fewer; whoever reads a code from the screen
        still gets in. A class that was started or joined from this network is never refused, whatever others there try.
        """
        is_known = await self.store.knows_network(code, _address(request))
        if is_known and await self.store.room(code) is not None:
            return
        is_tried = await self._check_tries(request, await self.store.count_classes())
        if await self.store.room(code) is None:
            await self._count_wrong_code(request, code, is_tried)
            raise unknown_class(code)

    async def _check_tries(self, request: Request, codes: int) -> bool:
        """Refuse any code after too many wrong ones; return whether many come from everywhere.

        `codes`: how many valid codes there are to hit.
        """
        most_of_all = limits.ALL_WRONG_CODES // max(1, codes)
        is_tried = await self.store.count_distinct("codes", None, limits.MINUTE) >= most_of_all
        most = limits.WRONG_CODES // max(1, codes)
        most = min(most, limits.FEW_WRONG_CODES) if is_tried else most
        if await self.store.count_distinct(f"codes {_address(request)}", None, limits.MINUTE) >= most:
            raise RequestRefused(
                429,
                "tries",
                f"{most:,} wrong codes were tried from this address within a minute. Wait a minute, then check the "
                "code.",
            )
        return is_tried

    async def _count_wrong_code(self, request: Request, code: str, is_tried: bool) -> None:
        await self.store.count_distinct(f"codes {_address(request)}", code, limits.MINUTE)
        if not is_tried:
            await self.store.count_distinct("codes", code, limits.MINUTE)

    async def _phone(self, request: Request) -> tuple[str, str]:
        """Return the class and the id of a phone that has a seat. Raises RequestRefused."""
        code = self._code(request)
        token = _token(request)
        phone = seat_id(code, token)
        if not token or not await self.store.has_seat(code, phone):
            await self._check_code(request, code)
            raise RequestRefused(
                403, "place", "This phone has no seat in the class. Reload the page of the class to join."
            )
        return code, phone

    async def _room(self, code: str) -> LiveClass:
        room = await self.store.room(code)
        if room is None:
            raise unknown_class(code)
        return room

    async def _authorized_room(self, request: Request) -> LiveClass:
        """Return the class if the request carries its teacher's secret. Raises RequestRefused."""
        code = self._code(request)
        secret = _secret(request)
        room = await self.store.room(code)
        if room is None or not matches_hash(room.key, secret):
            await self._check_code(request, code)  # in the same way whether the class exists or not
            await self.store.count_distinct(f"codes {_address(request)}", code, limits.MINUTE)
            raise RequestRefused(
                403, "secret", "This is not the secret of this class. Use the one that it was started with."
            )
        return room

    async def _translated(self, code: str, name: str, language: str) -> bytes | None:
        """Return a lesson in another language, rebuilt from its address; the uploaded one if that is not possible."""
        known = await self.store.lesson(code, name)
        if known is None:
            return None
        said = json.loads(known)
        lock = self._making.setdefault(f"{code} {name} {language}", asyncio.Lock())
        try:
            async with lock:  # a whole class asks at the same time
                kept = await self.store.lesson(code, f"{name} {language}")
                if kept is None and said["address"]:
                    if self._turns.waiting(code) >= limits.MAX_WAITING_LESSONS:
                        return await self.store.lesson(code, f"{name} {said['language']}")
                    kept = await self._turns.do(code, self._made, said, name, language)
                kept = kept or await self.store.lesson(code, f"{name} {said['language']}")
                if kept is not None:
                    await self.store.put_lesson(code, f"{name} {language}", kept)
        finally:
            self._making.pop(f"{code} {name} {language}", None)
        return kept

    def _made(self, said: Mapping[str, Any], name: str, language: str) -> bytes | None:
        """Build a lesson in a language from its address. Runs in a thread."""
        made = self._given.lesson(said["address"], language)
        # The address may lead to another lesson than the page showed, for example if it cannot carry a file.
        return pack(made, name)[1] if made is not None and is_same_lesson(made, said) else None


def _stream(told: AsyncIterator[bytes]) -> Response:
    return StreamingResponse(told, media_type="text/event-stream", headers=STREAM)


def _last_seen(request: Request) -> int:
    seen = request.headers.get("last-event-id", "")
    return int(seen) if seen.isdecimal() and len(seen) < 15 else 0


def _token(request: Request) -> str:
    token = request.cookies.get(COOKIE, "")
    return token if len(token) == 22 and token.replace("-", "").replace("_", "").isalnum() and token.isascii() else ""


def _secret(request: Request) -> str:
    kind, _space, secret = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not _is_secret(secret):
        raise RequestRefused(
            401, "secret", "This request needs the secret of the class. Send it as 'Authorization: Bearer SECRET'."
        )
    return secret


def _is_secret(secret: str) -> bool:
    return 20 <= len(secret) <= 100 and secret.isascii()


def _told_length(request: Request) -> int:
    """Return the length of the body that a request declares; 0 if it declares none."""
    declared = request.headers.get("content-length", "")
    return int(declared) if declared.isdecimal() and len(declared) < 20 else 0


def _owner(request: Request) -> str:
    """Return the owner of a job for fair scheduling: a class, or an address."""
    return request.path_params.get("code", "") or _address(request)


def _address(request: Request) -> str:
    """Return the key under which the caller is counted."""
    return caller_network(request.client.host if request.client else "")


def _browser(request: Request) -> str:
    """Hash the user agent. It separates a program's phones from those of a class, more or less."""
    return sha256(request.headers.get("user-agent", "").encode("latin-1", "replace")).hexdigest()[:12]


def _too_large(most: int) -> RequestRefused:
    return RequestRefused(
        413, "size", f"The message has more than {most:,} bytes, and that is the limit. Send less.", most=most
    )


def _host_of(origin: str) -> str | None:
    """Return the host and port of an origin; None if it is invalid."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None
