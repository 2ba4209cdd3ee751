// What the reader sets: the theme of the page, letters and patterns on the pieces, and whether the moves left are shown.
import { SWITCHES } from "../engine/store.js";
import { byId } from "./dom.js";

const THEMES = ["auto", "light", "dark", "contrast"];

// Applies what is stored, or else the theme `given` by the file, and follows the fields and the system. Letters and patterns are on in the
// theme of high contrast and off in the others until the reader chooses, keys on, details as `details` says. `onChange` is called when the moves left are shown or hidden.
export class Settings {
  constructor(store, given, details, onChange) {
    Object.assign(this, { store, details, onChange });
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.contrast = matchMedia("(prefers-contrast: more)");
    this.select = byId("theme-select");
    this.select.value = [store.theme, given, "auto"].find((name) => THEMES.includes(name));
    this.select.addEventListener("change", () => {
      store.theme = this.select.value;
      this.apply();
    });
    for (const name of SWITCHES) byId(`${name}-switch`).addEventListener("change", (event) => this.turn(name, event.target.checked));
    for (const query of [this.dark, this.contrast]) query.addEventListener("change", () => this.apply());
    byId("settings-button").addEventListener("click", () => {
      byId("results-note").textContent = "";
      byId("settings-dialog").showModal();
    });
    this.apply();
  }

  // The theme that is seen.
  get theme() {
    if (this.select.value !== "auto") return this.select.value;
    return this.contrast.matches ? "contrast" : this.dark.matches ? "dark" : "light";
  }

  isOn(name) {
    const given = { details: this.details, left: false, keys: true };
    return this.store.isOn(name) ?? given[name] ?? this.theme === "contrast";
  }

  turn(name, on) {
    this.store.turn(name, on);
    this.apply();
    if (name === "left") this.onChange();
  }

  apply() {
    const { dataset } = document.documentElement;
    dataset.theme = this.theme;
    for (const name of SWITCHES) {
      byId(`${name}-switch`).checked = this.isOn(name);
      dataset[name] = this.isOn(name) ? "on" : "off";
    }
  }
}
