"""Where phones find this server, as links to join and as QR codes."""

import io
from collections.abc import Sequence
from ipaddress import IPv6Address, IPv6Network, ip_address

import segno

OWN = ("localhost", "127.0.0.1", "[::1]", "::1", "0.0.0.0")
"""Names under which a machine finds only itself."""


def join_address(root: str, code: str) -> str:
    """The link to join a class, of an app at an address. Short, since it is read aloud and typed too."""
    return f"{root.rstrip('/')}/join/{code}"


def plan_address(root: str, code: str) -> str:
    """The link to a lesson plan, of an app at an address."""
    return f"{root.rstrip('/')}/plans?code={code}"


def app_urls(asked: str, hosts: Sequence[str]) -> list[str]:
    """The addresses of the app that phones may reach, the likeliest first.

    `asked` is the one that the teacher's browser uses. If that is the machine's own, phones need one of its `hosts`.

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
    """What callers are counted by: an address; of IPv6 the network, since whoever has one has 2**64 addresses in it.

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
    """The name and the port, with its colon, of a part of an address; an IPv6 address keeps its brackets."""
    name, colon, port = netloc.rpartition(":")
    return (name, colon + port) if colon and port.isdecimal() else (netloc, "")


def qr_code(address: str) -> str:
    """An address as an SVG image, dark on white in light and dark pages: cameras want it so."""
    drawn = io.BytesIO()
    segno.make(address, micro=False, error="m").save(drawn, kind="svg", border=4, light="white", xmldecl=False)
    return drawn.getvalue().decode()
