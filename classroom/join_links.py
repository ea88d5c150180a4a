"""The links under which phones reach this server, as text and as QR codes."""

import io
from collections.abc import Sequence
from ipaddress import IPv6Address, IPv6Network, ip_address

import segno

OWN = ("localhost", "127.0.0.1", "[::1]", "::1", "0.0.0.0")
"""Host names under which a machine reaches only itself."""


def join_address(root: str, code: str) -> str:
    """Return the link that joins a class. Short, because it is also read aloud and typed."""
    return f"{root.rstrip('/')}/join/{code}"


def plan_address(root: str, code: str) -> str:
    """Return the link to a lesson plan."""
    return f"{root.rstrip('/')}/plans?code={code}"


def app_urls(asked: str, hosts: Sequence[str]) -> list[str]:
    """Return the URLs of the app that phones can probably reach, the likeliest first.

    `asked` is the URL that the teacher's browser uses. If that is a loopback address, phones need one of the `hosts`.

    >>> app_urls("http://localhost:8501", ["192.168.1.7", "10.0.0.3"])
    ['http://192.168.1.7:8501', 'http://10.0.0.3:8501']
    >>> app_urls("https://lab.example/bpe", ["192.168.1.7"])
    ['https://lab.example/bpe', 'https://192.168.1.7/bpe']
    """
    scheme, _slashes, rest = asked.partition("://")
    netloc, slash, path = rest.partition("/")
    name, port = _split(netloc)
    others = [f"{scheme}://{host}{port}{slash}{path}" for host in hosts if host != name]
    return others or [asked] if name in OWN else [asked, *others]


def caller_network(host: str) -> str:
    """Return the key under which a caller is counted: the address, or the /64 network for IPv6.

    Whoever has an IPv6 network has 2**64 addresses in it.


    >>> caller_network("10.1.2.3"), caller_network("::ffff:10.1.2.3"), caller_network("2001:db8:1:2:a:b:c:d%eth0")
    ('10.1.2.3', '10.1.2.3', '2001:db8:1:2::/64')
    """
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(found, IPv6Address):
        return host
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


def _split(netloc: str) -> tuple[str, str]:
    """Split off the port, with its colon. An IPv6 address keeps its brackets."""
    name, colon, port = netloc.rpartition(":")
    return (name, colon + port) if colon and port.isdecimal() else (netloc, "")


def qr_code(address: str) -> str:
    """Return an address as a QR code in SVG: dark on white on every page, as cameras need."""
    drawn = io.BytesIO()
    segno.make(address, micro=False, error="m").save(drawn, kind="svg", border=4, light="white", xmldecl=False)
    return drawn.getvalue().decode()
