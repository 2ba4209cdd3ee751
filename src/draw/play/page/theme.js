// The theme of the page: like the system, light, dark or high contrast.
import { byId } from "./dom.js";

const THEMES = ["auto", "light", "dark", "contrast"];

// Applies the stored theme, or else that of the file, and follows the selection and the system.
export function prepareTheme(store, given) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  const select = byId("theme-select");
  select.value = [store.theme, given, "auto"].find((name) => THEMES.includes(name));
  const apply = () => {
    const system = contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
    document.documentElement.dataset.theme = select.value === "auto" ? system : select.value;
  };
  select.addEventListener("change", () => {
    store.theme = select.value;
    apply();
  });
  for (const query of [dark, contrast]) query.addEventListener("change", apply);
  apply();
}
