"""Names and addresses under which other machines reach this server. Used for links copied on the server itself."""

import os
import socket
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_address
from time import monotonic

import streamlit as st

HOSTS_VARIABLE = "BPE_LAB_ADDRESS"
"""The environment variable that lists them, separated by spaces."""

# Destinations on the default route, and in the usual private networks.
_PROBE_ADDRESSES = ("198.51.100.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
_MINUTE = 60


def reachable_hosts(now: float | None = None) -> list[str]:
    """Return names or addresses, the likeliest first. Looked up every minute, since a laptop moves."""
    return list(_hosts_in(int((monotonic() if now is None else now) // _MINUTE)))


@lru_cache(maxsize=1)
def _hosts_in(_minute: int) -> list[str]:
    return hosts(os.environ.get(HOSTS_VARIABLE, ""), st.get_option("server.address"), outgoing_address)


def hosts(named: str, listens_on: str | None, way_to: Callable[[str], str]) -> list[str]:
    """Return those that the setting names; if none, the machine's addresses on the ways to other networks.

    Empty if the server listens on its own machine only.
    """
    if named or listens_on not in (None, "", "0.0.0.0", "::"):  # compared, not listened on
        return named.split()
    addresses = dict.fromkeys(map(way_to, _PROBE_ADDRESSES))
    return [address for address in addresses if address and not ip_address(address).is_loopback]


def outgoing_address(address: str) -> str:
    """Return this machine's address on the route to another one; empty if there is none. Sends nothing."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            source: str = probe.getsockname()[0]
            return source
    except OSError:
        return ""
