// The keyboard shortcuts, and boards pasted onto the page.
import { askForBoard, isDialogOpen, openHelp, readBoard } from "./dialogs.js";
import { isEnabled } from "./dom.js";

// The keys of a page for small children; the others open panels.
const SIMPLE_KEYS = ["u", "z", "r", "h", "Enter", "Escape"];

export function prepareKeys(player) {
  document.addEventListener("keydown", (event) => onKey(player, event));
  document.addEventListener("paste", (event) => onPaste(player, event));
}

function onPaste(player, event) {
  if (player.isSimple || isDialogOpen() || event.target.closest?.("input, textarea")) return;
  const text = event.clipboardData?.getData("text") ?? "";
  if (text.trim() === "") return;
  event.preventDefault();
  const link = readBoard(player.engine, text, "right");
  if (link.error) askForBoard(player.engine, text);
  else player.opening.go(link.hash);
}

function onKey(player, event) {
  const isField = event.key !== "Escape" && event.target.closest?.("input, textarea, select");
  if (isDialogOpen() || isField || !player.puzzle) return;
  const withControl = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey || (withControl && !["z", "y"].includes(key)) || (player.isSimple && !SIMPLE_KEYS.includes(key))) return;
  const isSign = event.key.length === 1 && !withControl;
  if (isSign && !player.settings.isOn("keys")) return;
  const onButton = event.target.closest?.("button:not(.piece), a, summary") !== null;
  // the button with which a puzzle was solved, like Hint, still has the focus; a key held down opens nothing
  const opensNext = player.isOver && !event.repeat && (!onButton || event.target.closest(".controls"));
  const actions = {
    u: () => player.undo(),
    z: withControl && (() => (event.shiftKey ? player.redo() : player.undo())),
    y: () => player.redo(),
    r: () => player.restart(),
    h: () => isEnabled("hint-button") && player.hint(),
    b: () => isEnabled("best-button") && player.toggleBest(),
    s: () => isEnabled("solution-button") && player.toggleSolution(),
    n: () => player.opening.openNeighbour(1),
    p: () => player.opening.openPrevious(),
    x: () => player.opening.openRandom(),
    t: () => player.opening.openDaily(false),
    "?": () => openHelp(true),
    Enter: opensNext && (() => player.opening.openNext()),
    Escape: () => player.closeCard(),
    ",": player.panel.isOpen && (() => player.panel.goTo(player.panel.at - 1)),
    ".": player.panel.isOpen && (() => player.panel.goTo(player.panel.at + 1)),
    " ": player.panel.isOpen && !onButton && (() => player.panel.toggle()),
  };
  const action = Object.hasOwn(actions, key) && actions[key];
  if (!action) return;
  event.preventDefault();
  action();
}
