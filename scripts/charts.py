"""Draws two charts of the gallery.

    python3 scripts/charts.py hunts docs/hunts.jsonl docs/gallery/hunts.svg
    python3 scripts/charts.py speed docs/gallery/speed.svg

*hunts*: how the best row of each hunt grew with the boards searched: one line per hunt, one chart per board size, walls and metric. The file has
the figures of a hunt per line, as `gridlock hunt --json` prints them; `jq -c . hunts/*.json` makes it from the files that
scripts/hunt-records.sh wrote. Needs matplotlib; the same version draws the same bytes.

*speed*: the time of the generator of 2018, from README's section on speed, which says where it comes from.
"""

import json
import sys
from itertools import groupby
from pathlib import Path

MOST_COLUMNS = 4
SPEED = [("generator of 2018", 153), ("gridlock", 1)]
WIDTH, LABEL, BAR, ROW = 640, 150, 420, 24


def kind(hunt):
    return hunt["size"], hunt["metric"], hunt["walls"]


def draw_kind(chart, kind, hunts, colours):
    size, metric, walls = kind
    for hunt in sorted(hunts, key=lambda hunt: hunt["seed"]):
        found = [(one["evaluations"], one["moves"]) for one in hunt["improvements"]]
        # the last best stays to the end of the hunt
        boards, depths = zip(*found, (hunt["evaluations"], found[-1][1]))
        if boards[0] == 0:  # rows of --from are found before the first board
            style = {"linestyle": ":", "color": "gray", "label": "from rows"}
        else:
            style = {"color": colours[hunt["seed"]], "label": str(hunt["seed"])}
        chart.step(boards, depths, where="post", linewidth=1, **style)
    chart.set_title(f"{size}×{size}, {walls.replace('..', ' to ')} walls", fontsize=9)
    chart.set_ylabel(metric, fontsize=8)
    chart.set_xscale("log")
    chart.set_xlim(left=100)
    chart.minorticks_off()
    chart.set_ylim(bottom=0)
    chart.tick_params(labelsize=7)
    chart.grid(alpha=0.3)


def draw_hunts(source, path):
    import matplotlib
    import matplotlib.pyplot as plt

    hunts = [json.loads(line) for line in Path(source).read_text(encoding="utf-8").splitlines()]
    hunts = sorted((hunt for hunt in hunts if hunt["improvements"]), key=kind)
    if not hunts:
        sys.exit(f"{source} has no hunt that found a row")
    groups = [(name, list(same)) for name, same in groupby(hunts, kind)]
    matplotlib.rcParams.update({"svg.hashsalt": "gridlock", "svg.fonttype": "none"})
    columns = min(MOST_COLUMNS, len(groups))
    rows = -(-len(groups) // columns)
    figure, charts = plt.subplots(rows, columns, figsize=(3 * columns, 2.6 * rows), squeeze=False, layout="constrained")
    for chart in charts.flat[len(groups) :]:
        chart.axis("off")
    # a seed has one colour in all charts, and one legend explains them
    seeds = sorted({hunt["seed"] for hunt in hunts if hunt["improvements"][0]["evaluations"]})
    palette = matplotlib.colormaps["tab10" if len(seeds) <= 10 else "turbo"].resampled(max(10, len(seeds)))
    colours = {seed: palette(k) for k, seed in enumerate(seeds)}
    for chart, group in zip(charts.flat, groups):
        draw_kind(chart, *group, colours)
    lines = {label: line for chart in charts.flat for line, label in zip(*chart.get_legend_handles_labels())}
    order = sorted(lines, key=lambda label: (not label.isdigit(), label.zfill(9)))
    figure.legend([lines[label] for label in order], order, title="seed", fontsize=7, title_fontsize=8, ncols=2, loc="outside right upper")
    figure.supxlabel("boards searched", fontsize=9)
    figure.savefig(path, metadata={"Date": None, "Title": "How the deepest row of each hunt grew with the boards searched"})
    text = Path(path).read_text(encoding="utf-8")
    Path(path).write_text(text.replace("<svg ", '<svg role="img" ', 1), encoding="utf-8")


def draw_speed(path):
    y = ROW
    parts = [f'<text x="8" y="{y}" font-weight="bold">Time on one core, in times that of gridlock</text>']
    for (name, value), colour in zip(SPEED, ("#9a9a9a", "#d33f3f")):
        width = value / SPEED[0][1] * BAR
        parts.append(f'<text x="{LABEL - 8}" y="{y + 22}" text-anchor="end">{name}</text>')
        parts.append(f'<rect x="{LABEL}" y="{y + 9}" width="{width:.1f}" height="16" fill="{colour}"><title>{name}: {value}</title></rect>')
        parts.append(f'<text x="{LABEL + width + 6:.1f}" y="{y + 22}">{value}</text>')
        y += ROW
    y += 14
    dark = "<style>@media(prefers-color-scheme:dark){svg{fill:#e9edf2}.ground{fill:#14171c}}</style>"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" role="img" font-family="sans-serif" font-size="13" fill="#222">'
    title = "<title>The time of the generator of 2018 and of gridlock</title>"
    ground = f'<rect class="ground" width="{WIDTH}" height="{y}" fill="#fff"/>'
    Path(path).write_text("\n".join([head, title, dark, ground, *parts, "</svg>", ""]), encoding="utf-8")


if __name__ == "__main__":
    draw_of = {("hunts", 4): draw_hunts, ("speed", 3): draw_speed}.get((*sys.argv[1:2], len(sys.argv)))
    if draw_of is None:
        sys.exit(__doc__)
    draw_of(*sys.argv[2:])
