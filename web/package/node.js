// The package in Node.
import { readFile } from "node:fs/promises";
import { apiOf } from "./api.js";
import { Engine } from "./engine.js";

export const { Board, Database, solve, format } = apiOf(await Engine.of(await readFile(new URL("engine.wasm", import.meta.url))));
export { BoardError, TooManyStates } from "./engine.js";
