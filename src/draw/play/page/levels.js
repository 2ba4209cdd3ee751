// A row of buttons, one for each level of a list or collection.
import { byId, make } from "./dom.js";

// `list` has `levels`, which are ranges of moves. `open(level)` is called with the number of a level from 0. A simple page shows these
// numbers, which children can read, another page the moves.
export class LevelRow {
  constructor(list, unit, isSimple, open) {
    Object.assign(this, { list, isSimple });
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

  // The number of the level to which a puzzle belongs; -1 if its moves are not known.
  levelOf({ depth }) {
    return this.list.levels.findIndex(([least, most]) => depth !== null && depth >= least && depth <= most);
  }

  // Marks the level that is chosen; on a simple page, where no other range can be chosen, or else the level of the puzzle that is played.
  refresh(puzzle) {
    const { chosenLevel } = this.list;
    const current = chosenLevel >= 0 || !this.isSimple ? chosenLevel : this.levelOf(puzzle);
    for (const [level, button] of this.buttons.entries()) button.setAttribute("aria-pressed", String(level === current));
  }
}
