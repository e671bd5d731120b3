#!/usr/bin/python3
"""Cuts the kanji of the pieces out of a font and writes analysis/report/pieces/outlines.js.

usage: analysis/report/pieces/cut_outlines.py FOLDER > analysis/report/pieces/outlines.js

FOLDER holds the font Yuji Boku as WOFF2 files, each with a part of its signs: the folder `files` of the npm package
@fontsource/yuji-boku. Needs python3-fonttools and python3-brotli. analysis/report/pieces/outlines.md says where the font comes from.
"""
import glob
import sys

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

WANTED = "玉将飛角龍馬金銀桂香歩と圭杏全成車"
# The longer side of each sign, and how near to each other two points may be: a piece is some 50 pixels wide.
SIZE = 400
NEAR = 2.2


class PathPen(BasePen):
    """Writes relative commands with whole numbers."""

    def __init__(self, glyphs, scale, middle):
        super().__init__(glyphs)
        self.scale, self.middle = scale, middle
        self.text, self.at, self.last = "", (0, 0), ""

    def place(self, point):
        return (round((point[0] - self.middle[0]) * self.scale), round((self.middle[1] - point[1]) * self.scale))

    def put(self, letter, points):
        numbers = "".join(f"{x - self.at[0]} {y - self.at[1]} " for x, y in points).replace(" -", "-").strip()
        repeated = letter == self.last and letter != "m"
        self.text += (("" if numbers.startswith("-") else " ") if repeated else letter) + numbers
        self.last, self.at = letter, points[-1]

    def near(self, point):
        return max(abs(point[0] - self.at[0]), abs(point[1] - self.at[1])) < NEAR

    def _moveTo(self, point):
        self.put("m", [self.place(point)])
        self.begin = self.at

    def _lineTo(self, point):
        if not self.near(self.place(point)):
            self.put("l", [self.place(point)])

    def _qCurveToOne(self, control, point):
        control, point = self.place(control), self.place(point)
        if self.near(point):
            return
        straight = abs((control[0] - self.at[0]) * (point[1] - self.at[1]) - (control[1] - self.at[1]) * (point[0] - self.at[0]))
        length = max(1, ((point[0] - self.at[0]) ** 2 + (point[1] - self.at[1]) ** 2) ** 0.5)
        if straight / length < 0.9:
            self.put("l", [point])
        else:
            self.put("q", [control, point])

    def _closePath(self):
        self.text += "z"
        self.last, self.at = "z", self.begin


def outline(font, sign):
    from fontTools.pens.boundsPen import BoundsPen

    glyphs = font.getGlyphSet()
    name = font.getBestCmap()[ord(sign)]
    bounds = BoundsPen(glyphs)
    glyphs[name].draw(bounds)
    left, bottom, right, top = bounds.bounds
    pen = PathPen(glyphs, SIZE / max(right - left, top - bottom), ((left + right) / 2, (bottom + top) / 2))
    glyphs[name].draw(pen)
    return pen.text


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: analysis/report/pieces/cut_outlines.py FOLDER")
    found = {}
    for name in sorted(glob.glob(f"{sys.argv[1]}/*-400-normal.woff2")):
        font = TTFont(name)
        for sign in WANTED:
            if ord(sign) in font.getBestCmap():
                found[sign] = outline(font, sign)
    missing = [sign for sign in WANTED if sign not in found]
    if missing:
        sys.exit(f"not in the font: {''.join(missing)}")
    print("// @ts-check")
    print("// Kanji of the pieces as outlines, 400 units high or wide around 0, 0. Written by")
    print("// analysis/report/pieces/cut_outlines.py; outlines.md says from what.")
    print()
    print("/**")
    print(" * From the font Yuji Boku, Copyright 2021 The Yuji Project Authors, SIL Open Font License 1.1; the rest of the")
    print(" * page is under the licence of Yaribase.")
    print(" * @type {Record<string, string>}")
    print(" */")
    print("export const outlines = {")
    for sign in WANTED:
        print(f"  '{sign}': '{found[sign]}',")
    print("};")


main()
