#!/usr/bin/env python3
"""Makes an animated GIF of pictures of one size, three seconds each: animate.py TO PICTURE…"""

import sys

from PIL import Image

WIDTH = 880


def frame(path):
    picture = Image.open(path).convert("RGB")
    small = picture.resize((WIDTH, picture.height * WIDTH // picture.width), Image.LANCZOS)
    return small.quantize(48, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


if __name__ == "__main__":
    first, *rest = [frame(path) for path in sys.argv[2:]]
    first.save(sys.argv[1], save_all=True, append_images=rest, duration=3000, loop=0, optimize=True)
