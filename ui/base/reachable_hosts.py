"""By which names or addresses other machines reach this server, for links that are copied on its own machine."""

import os
import socket
from functools import lru_cache
from ipaddress import ip_address
from time import monotonic

import streamlit as st

HOSTS_VARIABLE = "BPE_LAB_ADDRESS"
"""The environment variable that names them, with spaces between them."""

# A packet to these would leave by the machine's usual way, and by the ways into the usual private networks.
_PROBE_ADDRESSES = ("198.51.100.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
_MINUTE = 60


def reachable_hosts() -> list[str]:
    """Names or addresses, the likeliest first; none where the server listens to its own machine alone."""
    named = os.environ.get(HOSTS_VARIABLE, "").split()
    listens_on: str | None = st.get_option("server.address")
    if named or not _is_any(listens_on):
        return named
    return list(_own_addresses(int(monotonic() // _MINUTE)))


def _is_any(address: str | None) -> bool:
    """Whether who listens there listens to all networks of the machine."""
    return address in (None, "", "0.0.0.0", "::")  # compared, not listened on


@lru_cache(maxsize=1)
def _own_addresses(_minute: int) -> tuple[str, ...]:
    """The machine's own addresses in its networks; looked up again each minute, since a laptop moves."""
    found = dict.fromkeys(map(_outgoing_address, _PROBE_ADDRESSES))
    return tuple(address for address in found if address and not ip_address(address).is_loopback)


def _outgoing_address(address: str) -> str:
    """The address that this machine has on the way to another; empty where it has none. Nothing is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            own: str = probe.getsockname()[0]
            return own
    except OSError:
        return ""
