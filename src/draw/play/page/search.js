// The search for the cluster of the puzzle that is open.
import { TooManyStates } from "../engine/engine.js";
import { grouped } from "./dom.js";
import { showChart } from "./status.js";

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
