"""Names and addresses under which other machines reach this server. Used for links copied on the server itself."""

import os
import socket
from functools import lru_cache
from ipaddress import ip_address
from time import monotonic

import streamlit as st

HOSTS_VARIABLE = "BPE_LAB_ADDRESS"
"""The environment variable that lists them, separated by spaces."""

# Destinations on the default route, and in the usual private networks.
_PROBE_ADDRESSES = ("198.51.100.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
_MINUTE = 60


def reachable_hosts() -> list[str]:
    """Return names or addresses, the likeliest first; empty if the server listens on its own machine only."""
    named = os.environ.get(HOSTS_VARIABLE, "").split()
    listens_on: str | None = st.get_option("server.address")
    if named or not _is_any(listens_on):
        return named
    return list(_own_addresses(int(monotonic() // _MINUTE)))


def _is_any(address: str | None) -> bool:
    """Whether a server that listens on this address listens on all networks of the machine."""
    return address in (None, "", "0.0.0.0", "::")  # compared, not listened on


@lru_cache(maxsize=1)
def _own_addresses(_minute: int) -> tuple[str, ...]:
    """Return the machine's addresses in its networks. Looked up every minute, since a laptop moves."""
    found = dict.fromkeys(map(_outgoing_address, _PROBE_ADDRESSES))
    return tuple(address for address in found if address and not ip_address(address).is_loopback)


def _outgoing_address(address: str) -> str:
    """Return this machine's address on the route to another one; empty if there is none. Sends nothing."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            own: str = probe.getsockname()[0]
            return own
    except OSError:
        return ""
