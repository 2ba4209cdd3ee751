// The package in browsers and whatever else has fetch.
import { apiOf } from "./api.js";
import { Engine } from "./engine.js";

const answer = await fetch(new URL("engine.wasm", import.meta.url));
if (!answer.ok) throw new Error(`engine.wasm can't be loaded: ${answer.status}`);
export const { Board, Database, solve, format } = apiOf(await Engine.of(await answer.arrayBuffer()));
export { BoardError, TooManyStates } from "./engine.js";
