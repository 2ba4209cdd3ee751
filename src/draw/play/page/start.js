// Starts the player with the data of the page and the module in it.
import { Engine } from "../engine/engine.js";
import { bytesOf, unpacked } from "../engine/unpacked.js";
import { byId } from "./dom.js";
import { Player } from "./player.js";

unpacked(bytesOf(new TextEncoder().encode(byId("module").textContent))).then(async (bytes) => new Player(JSON.parse(byId("data").textContent), await Engine.of(bytes)));
