"""The addresses in links copied on the server's own machine."""

import errno
import socket
from collections.abc import Iterator

import pytest
import streamlit as st

from ui.base import reachable_hosts as addresses

WAY_TO = addresses._outgoing_address
OWN = {"198.51.100.1": "192.168.1.5", "10.255.255.254": "10.0.0.7", "192.168.255.254": "192.168.1.5"}


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(addresses, "_outgoing_address", lambda towards: OWN.get(towards, ""))
    monkeypatch.delenv(addresses.HOSTS_VARIABLE, raising=False)
    addresses._own_addresses.cache_clear()
    yield
    addresses._own_addresses.cache_clear()


def listens_on(monkeypatch: pytest.MonkeyPatch, address: str | None) -> None:
    monkeypatch.setattr(st, "get_option", {"server.address": address}.__getitem__)


@pytest.mark.parametrize("address", [None, "0.0.0.0", "::"])
def test_a_server_in_all_networks_is_reached_by_each_address_of_its_machine_once(
    monkeypatch: pytest.MonkeyPatch, address: str | None
) -> None:
    listens_on(monkeypatch, address)
    assert addresses.reachable_hosts() == ["192.168.1.5", "10.0.0.7"]


def test_a_machine_that_moves_is_found_again_within_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    listens_on(monkeypatch, None)
    monkeypatch.setattr(addresses, "monotonic", lambda: 1_000.0)
    assert addresses.reachable_hosts()[0] == "192.168.1.5"
    monkeypatch.setattr(addresses, "_outgoing_address", lambda _towards: "172.20.0.9")
    monkeypatch.setattr(addresses, "monotonic", lambda: 1_060.0)
    assert addresses.reachable_hosts() == ["172.20.0.9"]


def test_nobody_else_reaches_a_server_that_listens_to_its_own_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    listens_on(monkeypatch, "127.0.0.1")
    assert addresses.reachable_hosts() == []


def test_who_keeps_the_server_can_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    listens_on(monkeypatch, "127.0.0.1")  # behind a web server on the same machine
    monkeypatch.setenv(addresses.HOSTS_VARIABLE, "lab.school.example 10.0.0.7")
    assert addresses.reachable_hosts() == ["lab.school.example", "10.0.0.7"]


def test_the_machine_itself_is_no_way_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    listens_on(monkeypatch, None)
    monkeypatch.setattr(addresses, "_outgoing_address", lambda _towards: "127.0.0.1")
    assert addresses.reachable_hosts() == []


def test_where_no_file_can_be_opened_there_is_no_way_and_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_kind: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(socket, "socket", full)
    assert WAY_TO("198.51.100.1") == ""
