#!/usr/bin/env python3
"""Records the tour of a virga in a terminal of its own as an asciicast (version 2): record.py VIRGA STOPS TO.

The times are those of a reader, not of the machine, so that each recording of a program is the same.
"""

import json
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import fcntl
import termios

COLUMNS, ROWS = 120, 40
PAUSE = 3.0


def settled(terminal, seconds=0.5):
    """What the program writes until it has been silent for a while."""
    data = b""
    # The first output may take its time.
    while select.select([terminal], [], [], seconds if data else 20)[0]:
        try:
            more = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not more:
            break
        data += more
    return data.decode()


def record(program, stops, target):
    with tempfile.TemporaryDirectory() as home:
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(home)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            own = {"HOME": home, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]}
            os.execve(program, ["virga", "--demo"], own)
        events, time = [], 0.0
        for stop in range(stops):
            events.append([round(time, 1), "o", settled(terminal)])
            time += PAUSE
            if stop < stops - 1:
                os.write(terminal, b" ")
        events.append([round(time, 1), "o", ""])
        os.kill(process, signal.SIGTERM)
        settled(terminal)
        os.waitpid(process, 0)
    header = {"version": 2, "width": COLUMNS, "height": ROWS, "title": "virga --demo", "env": {"TERM": "xterm-256color"}}
    with open(target, "w", encoding="utf-8") as cast:
        for line in [header, *events]:
            cast.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    record(os.path.realpath(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
