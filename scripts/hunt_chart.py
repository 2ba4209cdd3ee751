"""Draws how the best row of each hunt grew with the boards searched: one line per hunt, one chart per board size, walls and metric.

    python3 scripts/hunt_chart.py HUNTS CHART      e.g. python3 scripts/hunt_chart.py docs/hunts.jsonl docs/gallery/hunts.svg

HUNTS has the figures of a hunt per line, as `gridlock hunt --json` prints them; `jq -c . hunts/*.json` makes it from the files
that scripts/hunt-records.sh wrote. Needs matplotlib; the same version draws the same bytes.
"""

import json
import sys
from itertools import groupby
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt

MOST_COLUMNS = 4


def kind(hunt):
    return hunt["size"], hunt["metric"], hunt["walls"]


def draw(chart, kind, hunts):
    size, metric, walls = kind
    for hunt in sorted(hunts, key=lambda hunt: hunt["seed"]):
        found = [(one["evaluations"], one["moves"]) for one in hunt["improvements"]]
        # the last best stays to the end of the hunt
        boards, depths = zip(*found, (hunt["evaluations"], found[-1][1]))
        if boards[0] == 0:  # rows of --from are found before the first board
            style = {"linestyle": ":", "color": "gray", "label": "from rows"}
        else:
            style = {"label": f"seed {hunt['seed']}"}
        chart.step(boards, depths, where="post", linewidth=1, **style)
    chart.set_title(f"{size}×{size}, {walls.replace('..', ' to ')} walls", fontsize=9)
    chart.set_ylabel(metric, fontsize=8)
    chart.set_xscale("log")
    chart.set_xlim(left=100)
    chart.minorticks_off()
    chart.set_ylim(bottom=0)
    chart.tick_params(labelsize=7)
    chart.grid(alpha=0.3)
    lines, labels = chart.get_legend_handles_labels()
    unique = dict(zip(labels, lines))
    chart.legend(unique.values(), unique.keys(), fontsize=6, loc="upper left", bbox_to_anchor=(0, 0.93))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    hunts = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    hunts = sorted((hunt for hunt in hunts if hunt["improvements"]), key=kind)
    if not hunts:
        sys.exit(f"{sys.argv[1]} has no hunt that found a row")
    groups = [(name, list(same)) for name, same in groupby(hunts, kind)]
    matplotlib.rcParams.update({"svg.hashsalt": "gridlock", "svg.fonttype": "none"})
    columns = min(MOST_COLUMNS, len(groups))
    rows = -(-len(groups) // columns)
    figure, charts = plt.subplots(rows, columns, figsize=(3 * columns, 2.6 * rows), squeeze=False, layout="constrained")
    for chart in charts.flat[len(groups) :]:
        chart.axis("off")
    for chart, group in zip(charts.flat, groups):
        draw(chart, *group)
    figure.supxlabel("boards searched", fontsize=9)
    figure.savefig(sys.argv[2], metadata={"Date": None})


main()
