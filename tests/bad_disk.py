"""A library that goes between SQLite and the system, so that a server's disk fails when a test says so."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

LIBRARY = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int left = -1;

/* What ails the disk: the first letter of a file, which is there only while something does. */
static char trouble(void) {
    const char *path = getenv("BAD_DISK");
    char word[8] = {0};
    int file = path ? open(path, O_RDONLY) : -1;
    if (file < 0) return 0;
    long size = syscall(SYS_read, file, word, sizeof word - 1);
    close(file);
    if (size > 1 && left < 0) left = atoi(word + 1);
    return size > 0 ? word[0] : 0;
}

static ssize_t put(int file, const void *from, size_t size, off_t where) {
    switch (trouble()) {
    case 'r': errno = EROFS; return -1;
    case 'f': errno = ENOSPC; return -1;
    case 'k':
        if (left-- > 0) break;
        syscall(SYS_pwrite64, file, from, size / 2, where);
        kill(getpid(), SIGKILL);
    }
    return syscall(SYS_pwrite64, file, from, size, where);
}
ssize_t pwrite(int file, const void *from, size_t size, off_t where) { return put(file, from, size, where); }
ssize_t pwrite64(int file, const void *from, size_t size, off_t where) { return put(file, from, size, where); }
"""

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler to put a bad disk under SQLite")


class BadDisk:
    """What ails the disk of every server started from now on, once something does."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._control = folder / "bad_disk"
        source, library = folder / "bad_disk.c", folder / "bad_disk.so"
        source.write_text(LIBRARY)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        monkeypatch.setenv("LD_PRELOAD", str(library))
        monkeypatch.setenv("BAD_DISK", str(self._control))

    def is_read_only(self) -> None:
        """Every write fails from now on."""
        self._set("r")

    def is_full(self) -> None:
        """Every write fails for want of space."""
        self._set("f")

    def kills_after(self, writes: int) -> None:
        """After so many more writes, the process dies in the middle of one."""
        self._set(f"k{writes}")

    def is_well(self) -> None:
        """Everything works."""
        self._control.unlink(missing_ok=True)

    def _set(self, word: str) -> None:
        new = self._control.with_suffix(".new")
        new.write_text(word)
        os.replace(new, self._control)  # never seen half written
