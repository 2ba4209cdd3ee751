// Starts the player with the data of the page.
import { byId } from "./dom.js";
import { Player } from "./player.js";

new Player(JSON.parse(byId("data").textContent));
