"""`casting-shadows play`: a server on this machine, and the page of it in the browser."""

from __future__ import annotations

import argparse
import io
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from casting_shadows.engine.errors import GameError
from casting_shadows.server.serve import address_of, house_address, listen, run
from casting_shadows.server.settings import PREFIX, Settings, parse

EVERYWHERE: Final = "0.0.0.0"
OWN: Final = "127.0.0.1"
AT_HOME: Final[Mapping[str, str]] = {
    "LOG_LEVEL": "warning",
    "LOG_FORMAT": "text",
    "ROOMS_PER_ADDRESS": "1000",
    "REQUESTS_BURST": "1000",
}
"""What a game at home needs other than a server does: few words, and no limits that guard against strangers."""


def play_in_browser(options: argparse.Namespace) -> int:
    """Serve the page until Ctrl+C. Raises GameError if it cannot listen."""
    if options.lan and house_address() is None:
        raise GameError("play/no-network", "this machine is in no network that others could reach it by; play without --lan")
    environ = {**{PREFIX + name: value for name, value in AT_HOME.items()}, **os.environ}
    settings, listening = listen_anywhere(replace(parse(argparse.Namespace(), environ), host=EVERYWHERE if options.lan else OWN))
    address = address_of(listening)
    try:
        return run(settings, listening, lambda _: announce(address, options))
    except KeyboardInterrupt:
        return 0


def announce(address: str, options: argparse.Namespace) -> None:
    """Say where the page is, to this person and, in a house, to the others; and open it."""
    print(f"Casting Shadows is on {address}")
    if options.lan:
        print(qr(address), "Whoever is in the same network can scan this or open the address.", sep="\n")
    if not options.no_browser and not open_page(address):
        print("No browser could be opened from here: open the address yourself.")
    print("Ctrl+C ends it; games are kept and go on next time.", flush=True)


def listen_anywhere(settings: Settings) -> tuple[Settings, socket.socket]:
    """The usual port, or any that is free."""
    try:
        return settings, listen(settings)
    except GameError as error:
        if error.code != "server/port-taken":
            raise
        settings = replace(settings, port=0)
        return settings, listen(settings)


def qr(text: str) -> str:
    """A QR code for a dark terminal, two rows of it in a line."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")


def open_page(address: str) -> bool:
    """Open the page where there is a screen to open it on; whether there is."""
    if sys.platform not in ("win32", "darwin") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False  # a browser of text would take this terminal, and could not show the page
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    # It may wait for the page, which is served only once this thread goes on.
    threading.Thread(target=browser.open, args=(address,), daemon=True).start()
    return True
