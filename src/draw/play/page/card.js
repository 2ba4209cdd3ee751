// The card that says how a puzzle was solved, and what a page around this one is told of it.
import { byId, counted, icon, make } from "./dom.js";

// Tells a page in which this one is embedded that the puzzle was solved; docs/WEB.md describes the message.
export function tellParent({ puzzle, outcome, history, openedAt }) {
  if (window.parent === window) return;
  const { fewest, helped, star } = outcome;
  const { moves, steps } = history.now;
  const seconds = Math.round((performance.now() - openedAt) / 100) / 10;
  window.parent.postMessage({ type: "solved", board: puzzle.key, moves, steps, seconds, fewest, helped, star }, "*");
}

// Shows how the puzzle was solved, which may have been long ago.
export function showCard(player) {
  const { list, opening, unit, isSimple } = player;
  const { count, fewest, helped, star } = player.outcome;
  const isFewest = count === fewest;
  const verdict = isFewest && !helped ? "That is the fewest possible." : fewest === null ? "Well done." : `The fewest possible are ${fewest}.`;
  const help = isFewest && helped ? " With hints there is no star." : "";
  const words = `Solved in ${counted(count, unit)}${helped ? " with hints" : ""}`;
  const head = make("strong", { class: star ? "star" : "" }, icon(star ? "star" : "tick"), make("span", {}, words));
  const buttons = [cardButton("restart", "Again", () => player.restart())];
  const harder = list.harderLevel();
  if (harder >= 0) buttons.unshift(cardButton("last", `Next level: ${list.levels[harder].join(" to ")} ${unit}s`, () => opening.openLevel(harder)));
  if (list.hasOthers) buttons.unshift(cardButton("next", player.isCollection && !isSimple && harder < 0 && !helped ? "Harder puzzle" : "Next puzzle", () => opening.openNext()));
  buttons.find((button) => harder < 0 || helped || button.title.startsWith("Next level")).classList.add("main");
  byId("solved").replaceChildren(head, make("p", {}, verdict + help), make("div", { class: "row" }, ...buttons));
  byId("solved").hidden = false;
}

// A button of the card. On a simple page it has an icon, elsewhere a name.
function cardButton(iconName, name, action) {
  const button = make("button", { type: "button", title: name }, icon(iconName), make("span", {}, name));
  button.addEventListener("click", action);
  return button;
}
