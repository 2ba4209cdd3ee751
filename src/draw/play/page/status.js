// What the page says about the present position: name, counts, distance and chart; and the search that finds them.
import { TooManyStates } from "../engine/engine.js";
import { byId, counted, grouped, icon, make } from "./dom.js";
import { nameOf } from "./list.js";
import { distanceChart } from "./pictures.js";

// Shows everything about the present entry `now` of the history. `depth` is its distance, `before` the distance before the last
// move; both are null while they are unknown.
export function showStatus(player) {
  const { puzzle, unit, now, depth, searchNote, result, showsLeft } = player;
  const facts = [puzzle.depth === null ? "" : counted(puzzle.depth, unit), counted(puzzle.pieces, "piece")];
  if (puzzle.walls > 0) facts.push(counted(puzzle.walls, "wall"));
  byId("puzzle-name").replaceChildren(nameOf(puzzle), ...(result ? [icon(result.star ? "star" : "tick")] : []));
  const size = puzzle.size === null ? "" : ` · ${counted(puzzle.size, "position")}`;
  byId("puzzle-facts").replaceChildren(facts.filter(Boolean).join(" · "), make("span", { class: "size detail" }, size));
  byId("moves-figure").textContent = grouped(now.moves);
  byId("steps-figure").textContent = grouped(now.steps);
  byId("left-shown").hidden = !showsLeft;
  byId("left-button").hidden = showsLeft;
  byId("left-figure").textContent = depth ?? (searchNote.startsWith("searching") ? "…" : "–");
  const by = changeOf(player);
  const change = byId("left-change");
  change.className = by < 0 ? "closer" : by > 0 ? "further" : "";
  change.textContent = by === null ? "" : by < 0 ? `▼ ${-by}` : by > 0 ? `▲ ${by}` : "=";
  byId("best-figure").replaceChildren(...bestOf(result));
  const { width, height, exit } = puzzle.board;
  byId("print-text").textContent = [puzzle.board.draw().text, `${width}×${height}`, `exit ${exit}`].join(" · ");
  showChart(player);
}

function bestOf(result) {
  if (!result) return ["–"];
  return [result.best === null ? icon("tick") : String(result.best), ...(result.star ? [" ", icon("star")] : [])];
}

// By how much the last move changed the distance; null if that is unknown.
function changeOf({ before, depth }) {
  return before === null || depth === null ? null : depth - before;
}

export function changeInWords(player) {
  const by = changeOf(player);
  if (by === null) return "";
  return by < 0 ? `${-by} closer` : by > 0 ? `${by} further away` : "no closer";
}

// The chart of the cluster if it is to be shown, or why there is none.
export function showChart({ cluster, depth, unit, searchNote, showsLeft }) {
  const isKnown = cluster !== null && depth !== null;
  byId("chart-panel").hidden = isKnown ? !showsLeft : searchNote === "";
  byId("left-hide").hidden = !showsLeft;
  byId("chart-text").textContent = isKnown ? `${counted(cluster.states, "position")} can be reached, by the number of ${unit}s left:` : searchNote;
  byId("chart").replaceChildren(...(isKnown && showsLeft ? [distanceChart(cluster.counts, depth, `${unit}s`)] : []));
}

// Explores the cluster of the puzzle. Until it is known, the number of moves left is not. Gives up an earlier search.
export async function searchCluster(player) {
  player.searches?.abort(new Error("superseded"));
  player.searches = new AbortController();
  const { signal } = player.searches;
  Object.assign(player, { cluster: null, solution: null, searchNote: "searching all positions …" });
  const { puzzle, metric, maxStates } = player;
  const onProgress = (states) => {
    player.searchNote = `searching: ${grouped(states)} positions so far …`;
    showChart(player);
  };
  try {
    await puzzle.board.explore({ metric, maxStates, onProgress, signal });
    player.cluster = puzzle.board.explored;
    puzzle.depth = puzzle.board.look().depth;
    puzzle.size = player.cluster.states;
    player.searchNote = player.isSolvable ? "" : "This board can’t be solved: no position that can be reached has the striped piece at the exit.";
    if (player.searchNote) player.announce(player.searchNote);
  } catch (error) {
    if (error.message === "superseded") return;
    if (!(error instanceof TooManyStates)) throw error;
    const found = await player.solve(puzzle.board.start);
    if (signal.aborted) return;
    player.solution = found.moves;
    const outcome = found.tooLarge ? "and no solution was found among the first of them." : "so there are no hints and no number of moves left, but the solution can be shown.";
    player.searchNote = found.moves === null && !found.tooLarge ? "This board can’t be solved." : `More than ${grouped(maxStates)} positions can be reached here, ${outcome}`;
  }
  player.list.refresh(player.puzzle);
  player.update();
}
