"""The addresses in links copied on the server's own machine."""

import errno
import socket

import pytest

from ui.base.reachable_hosts import HOSTS_VARIABLE, hosts, outgoing_address, reachable_hosts

OWN = {"198.51.100.1": "192.168.1.5", "10.255.255.254": "10.0.0.7", "192.168.255.254": "192.168.1.5"}


def route_to(address: str) -> str:
    return OWN.get(address, "")


@pytest.mark.parametrize("address", [None, "0.0.0.0", "::"])
def test_a_server_on_all_interfaces_lists_each_address_of_its_machine_once(address: str | None) -> None:
    assert hosts("", address, route_to) == ["192.168.1.5", "10.0.0.7"]


def test_addresses_are_looked_up_once_a_minute_and_none_if_files_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for address, now in (("192.168.1.5", 1e9), ("172.20.0.9", 1e9 + 60)):
        monkeypatch.setenv(HOSTS_VARIABLE, address)
        assert reachable_hosts(now) == [address]
    assert hosts("", "127.0.0.1", route_to) == []
    # Behind a web server on the same machine.
    assert hosts("lab.school.example 10.0.0.7", "127.0.0.1", route_to) == ["lab.school.example", "10.0.0.7"]
    assert hosts("", None, lambda _towards: "127.0.0.1") == []

    def full(*_kind: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(socket, "socket", full)
    assert outgoing_address("198.51.100.1") == ""
