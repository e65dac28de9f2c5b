#!/usr/bin/env python3
"""Draws what `tmux capture-pane -p -e -N` wrote as a PNG: draw.py COLUMNS ROWS FROM TO.

Every character has its cell of a fixed grid. Lines of boxes are rectangles, so that they meet without gaps; emoji come
in colour; what no font has is an outlined box. The same screen always gives the same bytes.
"""

import copy
import re
import sys
import unicodedata

from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

CELL = WIDTH, HEIGHT = 12, 26
MARGIN = 20
FONTS = "/usr/share/fonts/truetype"
BACKGROUND = (20, 24, 31)
FOREGROUND = (216, 222, 233)
PALETTE = [
    (40, 46, 58), (240, 113, 120), (156, 207, 131), (230, 185, 92),
    (111, 179, 242), (201, 155, 240), (108, 199, 196), (216, 222, 233),
    (104, 114, 132), (255, 139, 146), (180, 227, 155), (250, 210, 124),
    (145, 201, 255), (220, 182, 255), (140, 222, 218), (245, 248, 252),
]
LEVELS = [0, 95, 135, 175, 215, 255]


class Font:
    """A font with the characters that it has."""

    def __init__(self, path, size):
        self.font = ImageFont.truetype(f"{FONTS}/{path}", size)
        self.characters = TTFont(f"{FONTS}/{path}", fontNumber=0, lazy=True).getBestCmap().keys()


def mono(style):
    return Font(f"jetbrains-mono/JetBrainsMono-{style}.ttf", 20)


REGULAR, BOLD, ITALIC = mono("Regular"), mono("Bold"), mono("Italic")
FALLBACKS = [
    Font("dejavu/DejaVuSansMono.ttf", 19),
    Font("droid/DroidSansFallbackFull.ttf", 21),
    Font("nanum/NanumGothicCoding.ttf", 22),
    Font("dejavu/DejaVuSans.ttf", 17),
]
EMOJI = Font("noto/NotoColorEmoji.ttf", 109)


class Look:
    """The attributes that SGR parameters set."""

    def __init__(self):
        self.foreground = self.background = None
        self.marks = set()

    def take(self, parameters):
        numbers = [int(number or 0) for number in re.split("[;:]", parameters)]
        names = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse"}
        while numbers:
            number = numbers.pop(0)
            if number == 0:
                self.__init__()
            elif number in names:
                self.marks.add(names[number])
            elif number == 22:
                self.marks -= {"bold", "dim"}
            elif number - 20 in names:
                self.marks.discard(names[number - 20])
            elif number in (38, 48):
                self.set(number < 40, rgb(numbers))
            elif number in (39, 49):
                self.set(number < 40, None)
            elif 30 <= number < 48:
                self.set(number < 40, PALETTE[number % 10])
            elif 90 <= number < 108:
                self.set(number < 100, PALETTE[number % 10 + 8])

    def set(self, is_foreground, color):
        if is_foreground:
            self.foreground = color
        else:
            self.background = color

    def colors(self):
        front, back = self.foreground or FOREGROUND, self.background or BACKGROUND
        if "dim" in self.marks:
            front = tuple((6 * f + 4 * b) // 10 for f, b in zip(front, back))
        return (back, front) if "reverse" in self.marks else (front, back)


def rgb(numbers):
    """Takes the rest of an extended colour off the parameters."""
    if numbers.pop(0) == 2:
        return tuple(numbers.pop(0) for _ in range(3))
    index = numbers.pop(0)
    if index < 16:
        return PALETTE[index]
    if index >= 232:
        return ((index - 232) * 10 + 8,) * 3
    index -= 16
    return LEVELS[index // 36], LEVELS[index // 6 % 6], LEVELS[index % 6]


def columns_of(character):
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def arms(character):
    """The weights (left, right, up, down) of a character that draws boxes; nothing for other characters."""
    words = unicodedata.name(character, "").split()
    if words[:2] != ["BOX", "DRAWINGS"] or {"DOUBLE", "DASH", "DIAGONAL"} & set(words):
        return None
    directions = {"LEFT": [0], "RIGHT": [1], "UP": [2], "DOWN": [3], "HORIZONTAL": [0, 1], "VERTICAL": [2, 3]}
    weights, pending, weight = [0, 0, 0, 0], [], 0
    for word in words[2:]:
        if word in ("LIGHT", "HEAVY"):
            weight = 1 if word == "LIGHT" else 2
            for arm in pending:
                weights[arm] = weight
            pending = []
        elif word in directions:
            for arm in directions[word]:
                weights[arm] = weight
            if not weight or words[2] not in ("LIGHT", "HEAVY"):
                pending += directions[word]
    return weights


def draw_box(image, x, y, weights, color):
    middle_x, middle_y = x + WIDTH // 2, y + HEIGHT // 2
    left, right, up, low = weights
    across, down = max(up, low), max(left, right)
    if left:
        image.rectangle((x, middle_y - left, middle_x + across - 1, middle_y + left - 1), fill=color)
    if right:
        image.rectangle((middle_x - across, middle_y - right, x + WIDTH - 1, middle_y + right - 1), fill=color)
    if up:
        image.rectangle((middle_x - up, y, middle_x + up - 1, middle_y + down - 1), fill=color)
    if low:
        image.rectangle((middle_x - low, middle_y - down, middle_x + low - 1, y + HEIGHT - 1), fill=color)


def draw_emoji(picture, x, y, text):
    glyph = Image.new("RGBA", (136, 128))
    ImageDraw.Draw(glyph).text((0, 0), text, font=EMOJI.font, embedded_color=True)
    small = glyph.resize((22, 21), Image.LANCZOS)
    picture.paste(small, (x + 1, y + 3), small)


def draw_text(image, x, y, text, columns, look, color):
    own = BOLD if "bold" in look.marks else ITALIC if "italic" in look.marks else REGULAR
    # The triangles of the first font are too small to tell their direction.
    fonts = FALLBACKS if "\u25a0" <= text[0] <= "\u25ff" else [own, REGULAR, *FALLBACKS]
    for font in fonts:
        if ord(text[0]) in font.characters:
            room = columns * WIDTH - round(font.font.getlength(text[0]))
            shift = max(0, room // 2) if font in FALLBACKS else 0
            image.text((x + shift, y + 20), text, font=font.font, fill=color, anchor="ls")
            return
    image.rectangle((x + 2, y + 5, x + columns * WIDTH - 3, y + HEIGHT - 6), outline=color)


def draw_cell(picture, image, column, row, text, columns, look):
    x, y = MARGIN + column * WIDTH, MARGIN + row * HEIGHT
    front, back = look.colors()
    if back != BACKGROUND:
        image.rectangle((x, y, x + columns * WIDTH - 1, y + HEIGHT - 1), fill=back)
    weights = arms(text[0])
    if weights:
        draw_box(image, x, y, weights, front)
    elif columns == 2 and ord(text[0]) in EMOJI.characters:
        draw_emoji(picture, x, y, text)
    elif text.strip():
        draw_text(image, x, y, text, columns, look, front)
    if "underline" in look.marks:
        image.rectangle((x, y + 23, x + columns * WIDTH - 1, y + 23), fill=front)


def cells(line, look):
    """The characters of a line with what combines with them, their columns, and the look of each."""
    place, found = 0, []
    for part in re.split(r"(\x1b\[[0-9;:]*m|\x0e|\x0f)", line):
        if part.startswith("\x1b["):
            look.take(part[2:-1])
        elif part not in ("\x0e", "\x0f"):
            for character in part:
                columns = columns_of(character)
                if columns == 0 and found:
                    found[-1][1] += character
                elif columns:
                    found.append([place, character, columns, copy.deepcopy(look)])
                    place += columns
    return found


def main(columns, rows, source, target):
    picture = Image.new("RGB", (columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN), BACKGROUND)
    image = ImageDraw.Draw(picture)
    look = Look()
    with open(source, encoding="utf-8") as screen:
        for row, line in enumerate(screen.read().split("\n")[:rows]):
            for place, text, width, own in cells(line, look):
                draw_cell(picture, image, place, row, text, width, own)
    # The median cut would give a colour of few cells, such as the sign of an override, that of another.
    palette = picture.quantize(128, method=Image.Quantize.MAXCOVERAGE)
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(target, optimize=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4])
