"""The security headers of responses, and what they do not reveal."""

import re

import pytest

from tests.server.visitor import ask
from tools.app_server import AppServer
from ui.base.streamlit_internals.index_html import inline_scripts
from ui.server import security_headers


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/train", "/_stcore/health", "/favicon.png", "/media/none", "/_stcore/metrics"),
        *("/static/js/none.js", "/train/static/js/none.js", "/static/media/none.svg"),
    ],
)
def test_every_response_has_security_headers(server: AppServer, path: str) -> None:
    found = ask(server, path).headers
    assert found["x-content-type-options"] == "nosniff"
    assert found["referrer-policy"] == "same-origin"
    assert "frame-ancestors 'self'" in found["content-security-policy"].split("; ")


def test_scripts_are_sent_without_the_content_security_policy(server: AppServer) -> None:
    page = ask(server, "/train", Accept="text/html").body.decode()
    scripts = re.findall(r'src="\./(static/js/[^"]+)"', page)
    assert scripts
    for path in scripts:
        found = ask(server, f"/{path}").headers
        assert "javascript" in found["content-type"]
        assert found["x-content-type-options"] == "nosniff"
        assert "content-security-policy" not in found


def test_the_policy_blocks_inline_scripts_and_allows_framing_as_configured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = dict(rule.split(" ", 1) for rule in security_headers.content_security_policy().split("; "))
    assert rules["default-src"] == "'self'"
    assert not {"'unsafe-eval'", "'unsafe-inline'", "data:", "*"} & set(rules["script-src"].split())
    assert "https:" not in " ".join(rules.values())
    assert len(inline_scripts()) == rules["script-src"].count("sha256-")
    monkeypatch.setenv(
        security_headers.FRAME_ANCESTORS_VARIABLE, "https://course.example, http://*.school.example:8080"
    )
    rule = "frame-ancestors 'self' https://course.example http://*.school.example:8080"
    assert security_headers.content_security_policy().endswith(rule)


@pytest.mark.parametrize("wrong", ["course.example", "https://a.example/path", "*", "https://a.example; script-src *"])
def test_an_invalid_setting_for_framing_sites_is_refused(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv(security_headers.FRAME_ANCESTORS_VARIABLE, wrong)
    with pytest.raises(ValueError, match=r"BPE_LAB_FRAMED_BY names '.*Write it as in a browser, without a path"):
        security_headers.content_security_policy()
