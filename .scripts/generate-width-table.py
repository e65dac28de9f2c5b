#!/usr/bin/env python3
"""Writes Sources/VirgaCanvas/Text/WidthTable.swift from the C library's wcwidth and Python's Unicode data.

Run it where both speak the same Unicode version (glibc 2.36 and Python 3.11: version 14), so that what the canvas
counts is what ncurses and tmux count.
"""
import ctypes
import locale
import pathlib
import unicodedata

MARK, NARROW, WIDE, REPLACED = range(4)
IGNORABLE = [0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10),
             *range(0xE0000, 0xE1000)]


def widths():
    libc = ctypes.CDLL(None)
    libc.setlocale(locale.LC_CTYPE, b"C.UTF-8")
    libc.wcwidth.argtypes = [ctypes.c_int]
    return libc.wcwidth


def main():
    wcwidth, ignorable = widths(), set(IGNORABLE)

    def kind(value):
        category = unicodedata.category(chr(value))
        width = wcwidth(value)
        if value in ignorable or width < 0 or category in ("Cc", "Cf", "Cn", "Cs", "Zl", "Zp"):
            return REPLACED
        return width

    starts, previous = [], None
    for value in range(0x110000):
        current = kind(value)
        if current != previous:
            starts.append(value << 2 | current)
            previous = current
    lines, line = [], "   "
    for entry in starts:
        word = f" 0x{entry:x},"
        if len(line) + len(word) > 120:
            lines.append(line)
            line = "   "
        line += word
    lines.append(line)
    version = unicodedata.unidata_version
    path = pathlib.Path(__file__).parent.parent / "Sources/VirgaCanvas/Text/WidthTable.swift"
    path.write_text(f"""/// How many cells each scalar takes, of Unicode {version}; written by `.scripts/generate-width-table.py`.
///
/// The C library is not asked: it knows nothing before a locale is set, and frames must not depend on the machine.
enum WidthTable {{
  /// Where each run of like scalars starts: the first scalar times four, plus the raw `CellWidth` of the run.
  static let starts: [UInt32] = [
""" + "\n".join(lines) + "\n  ]\n}\n")
    print(len(starts), "runs")


main()
