"""Draws docs/gallery/speed.svg, the bars of README's section on speed. The figures and where they come from are in README and docs/TRUST.md.

    python3 scripts/speed_chart.py docs/gallery/speed.svg
"""

import sys

CHARTS = [
    ("Core hours for all of 6×6 with 0..2 walls", [("2018: 72 cores, 16 h 50 min", 1212), ("gridlock: 2 cores, 43 min 37 s", 1.45)]),
    ("Time on one core, in times that of gridlock", [("generator of 2018", 136), ("gridlock", 1)]),
]
WIDTH, LABEL, BAR, ROW = 640, 220, 350, 24


def main(path):
    parts, y = [], 0
    for title, bars in CHARTS:
        y += ROW
        parts.append(f'<text x="8" y="{y}" font-weight="bold">{title}</text>')
        longest = max(value for _, value in bars)
        for (name, value), colour in zip(bars, ("#9a9a9a", "#d33f3f")):
            width = max(1, value / longest * BAR)
            parts.append(f'<text x="{LABEL - 8}" y="{y + 22}" text-anchor="end">{name}</text>')
            parts.append(f'<rect x="{LABEL}" y="{y + 9}" width="{width:.1f}" height="16" fill="{colour}"><title>{name}: {value:,}</title></rect>')
            parts.append(f'<text x="{LABEL + width + 6:.1f}" y="{y + 22}">{value:,}</text>')
            y += ROW
        y += 10
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" font-family="sans-serif" font-size="13" fill="#222">'
    ground = f'<rect width="{WIDTH}" height="{y}" fill="#fff"/>'
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([head, ground, *parts, "</svg>", ""]))


main(sys.argv[1])
