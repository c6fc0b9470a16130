"""The options of `casting-shadows serve`: flag before environment before default, and a clear word for what is wrong."""

from __future__ import annotations

import argparse
from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path

import pytest

from casting_shadows.engine.errors import GameError
from casting_shadows.server.settings import OPTIONS, Option, Settings, add_arguments, options_markdown, parse

EXAMPLES = {
    "host": ("::", "localhost"),
    "database": ("/tmp/a.db", "/tmp/b.db"),
    "public_url": ("https://one.example", "https://two.example"),
    "trusted_proxy": ("127.0.0.1", "10.0.0.0/8"),
    "log_level": ("debug", "error"),
    "log_format": ("text", "json"),
    "metrics": ("all", "off"),
}
"""Two good values of every option that is no number."""


def serve(*arguments: str, **environ: str) -> Settings:
    parser = argparse.ArgumentParser(prog="serve")
    add_arguments(parser)
    return parse(parser.parse_args(arguments), environ)


def test_the_defaults_are_those_that_were_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    settings = serve()
    assert settings == Settings()
    assert (settings.host, settings.port, settings.public_url, settings.trusted_proxy) == ("127.0.0.1", 8421, "", ())
    assert (settings.max_sockets, settings.sockets_per_address) == (3000, 30)
    assert (settings.rooms_per_address, settings.rooms_window) == (10, 600)
    assert (settings.messages_per_second, settings.messages_burst) == (20, 40)
    assert (settings.chat_interval, settings.chat_burst) == (0.6, 6)
    assert (settings.frame_bytes, settings.http_bytes, settings.import_bytes) == (8192, 65536, 1_000_000)
    assert (settings.queue_frames, settings.queue_bytes) == (64, 262_144)
    assert settings.ping_interval + settings.ping_timeout <= 10, "a lost player is shown as lost within ten seconds"


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_a_flag_goes_before_the_environment_and_that_before_the_default(option: Option) -> None:
    name = option.name
    first, second = EXAMPLES.get(name, ("3", "4"))
    if name.endswith("_bytes"):
        first, second = "3000", "4000"
    flag, variable = f"--{name.replace('_', '-')}", f"CASTING_SHADOWS_{name.upper()}"
    default = getattr(serve(), name)
    by_flag, by_environment = getattr(serve(flag, first), name), getattr(serve(**{variable: second}), name)
    assert by_flag != by_environment
    assert getattr(serve(flag, first, **{variable: second}), name) == by_flag
    assert getattr(serve(**{variable: ""}), name) == default, "an empty variable is none"


def test_the_database_is_in_the_data_folder_unless_told_otherwise(tmp_path: Path) -> None:
    assert serve(XDG_DATA_HOME=str(tmp_path)).database == str(tmp_path / "casting-shadows" / "rooms.db")
    assert serve().database == str(Path.home() / ".local" / "share" / "casting-shadows" / "rooms.db")
    assert serve("--database", "~/mine.db").database == str(Path.home() / "mine.db")


def test_proxies_are_addresses_and_networks() -> None:
    assert serve("--trusted-proxy", "127.0.0.1, 10.0.0.0/8,::1").trusted_proxy == tuple(
        map(ip_network, ("127.0.0.1", "10.0.0.0/8", "::1"))
    )
    assert serve("--trusted-proxy", "", CASTING_SHADOWS_TRUSTED_PROXY="127.0.0.1").trusted_proxy == ()


def test_a_public_url_is_kept_in_one_spelling() -> None:
    assert serve("--public-url", "HTTPS://Play.Example:443/").public_url == "https://play.example"
    assert serve("--public-url", "", CASTING_SHADOWS_PUBLIC_URL="https://play.example").public_url == ""


BAD = [
    ("host", "with space", "an address or host name"),
    ("host", "", "an address or host name"),
    ("port", "65536", "a whole number from 0 to 65535"),
    ("port", "-1", "a whole number from 0 to 65535"),
    ("port", "eight", "a whole number from 0 to 65535"),
    ("port", "80 ", "a whole number from 0 to 65535"),
    ("port", "\u0663", "a whole number from 0 to 65535"),
    ("port", "1_000", "a whole number from 0 to 65535"),
    ("max_sockets", "0", "a whole number from 1 to 1000000"),
    ("max_sockets", "2.5", "a whole number from 1 to 1000000"),
    ("max_sockets", "9" * 5000, "a whole number from 1 to 1000000"),
    ("frame_bytes", "8k", "a whole number from 256 to 100000000"),
    ("chat_interval", "0", "a number of seconds from 0.001 to 1000000"),
    ("chat_interval", "nan", "a number of seconds from 0.001 to 1000000"),
    ("chat_interval", "inf", "a number of seconds from 0.001 to 1000000"),
    ("chat_interval", "1e3", "a number of seconds from 0.001 to 1000000"),
    ("ping_timeout", "4s", "a number of seconds from 0.001 to 1000000"),
    ("keep_rooms_days", "-1", "a number of days from 0 to 36500"),
    ("database", "", "the path of a file"),
    ("public_url", "play.example", "like https://play.example.org"),
    ("public_url", "https://play.example/game", "like https://play.example.org"),
    ("public_url", "https://me@play.example", "like https://play.example.org"),
    ("public_url", "https://spiel.\u00f6sterreich", "like https://play.example.org"),
    ("trusted_proxy", "proxy.example", "addresses or networks"),
    ("trusted_proxy", "10.0.0.1/8", "addresses or networks"),
    ("trusted_proxy", "127.0.0.1,,", "addresses or networks"),
    ("log_level", "loud", "debug or info or warning or error"),
    ("log_format", "xml", "json or text"),
    ("metrics", "yes", "local or all or off"),
]


@pytest.mark.parametrize(("name", "given", "expected"), BAD)
def test_a_bad_value_is_refused_by_the_name_of_its_flag_or_variable(name: str, given: str, expected: str) -> None:
    flag, variable = f"--{name.replace('_', '-')}", f"CASTING_SHADOWS_{name.upper()}"
    with pytest.raises(GameError) as refusal:
        serve(f"{flag}={given}")
    error = refusal.value
    assert error.code == "settings/bad-value"
    assert error.message.startswith(f"{flag} is {expected}") and repr(given[:80]) in error.message
    assert error.values["option"] == flag and error.values["given"] == given[:80]
    if given:
        with pytest.raises(GameError) as refusal:
            serve(**{variable: given})
        assert refusal.value.message.startswith(f"{variable} is {expected}")


def test_a_bad_variable_does_not_matter_when_a_flag_goes_before_it() -> None:
    assert serve("--port", "9000", CASTING_SHADOWS_PORT="eight").port == 9000


def test_bots_think_on_one_core_fewer_than_there_are() -> None:
    assert serve("--bot-workers", "7").worker_count() == 7
    assert serve().worker_count() >= 1


def test_every_option_has_a_line_in_help_and_in_the_documentation(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        serve("--help")
    help_text = " ".join(capsys.readouterr().out.split())
    rows = options_markdown().splitlines()[2:]
    assert [option.name for option in OPTIONS] == [item.name for item in fields(Settings)]
    assert len(rows) == len(OPTIONS)
    for option, row in zip(OPTIONS, rows, strict=True):
        assert f"{option.flag} {option.kind.metavar} " in help_text
        assert f"{option.help} (default: {option.default})" in help_text.replace("- ", "-"), option.name
        cells = [cell.strip() for cell in row.replace("\\|", "/").strip("|").split("|")]
        assert cells[1:] == [f"`{option.variable}`", option.default, option.help]
        assert cells[0].startswith(f"`{option.flag} ")
        assert option.help.endswith(".") and option.help[0].isupper()
