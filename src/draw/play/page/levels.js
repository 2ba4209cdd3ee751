// A row of buttons, one for each level of a list or collection.
import { byId, make } from "./dom.js";

// `list` has `levels`, which are ranges of moves. `open(level)` is called with the number of a level from 0. A simple page shows these
// numbers, which children can read, another page the moves.
export class LevelRow {
  constructor(list, unit, isSimple, open) {
    this.list = list;
    const row = byId("levels");
    // a list has its levels in a field
    row.hidden = list.levels.length < 2 || !(isSimple || list.isCollection);
    this.buttons = list.levels.map(([least, most], level) => {
      const range = least === most ? String(least) : `${least}–${most}`;
      const name = `Level ${level + 1}: ${range} ${unit}s`;
      const button = make("button", { type: "button", "aria-label": name, title: name, "aria-pressed": "false" }, isSimple ? String(level + 1) : range);
      button.addEventListener("click", () => open(level));
      row.append(button);
      return button;
    });
  }

  // Marks the level that is chosen, or else the level of the puzzle that is being played.
  refresh(puzzle) {
    const { levels, chosenLevel } = this.list;
    const isOwn = ([least, most]) => puzzle.depth !== null && puzzle.depth >= least && puzzle.depth <= most;
    const current = chosenLevel >= 0 ? chosenLevel : levels.findIndex(isOwn);
    for (const [level, button] of this.buttons.entries()) button.setAttribute("aria-pressed", String(level === current));
  }
}
