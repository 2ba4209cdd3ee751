// What was solved, as a file: saved, and added to what was solved here.
import { byId, counted } from "./dom.js";

const NAME = "rush-hour-results.json";

// `onAdded(rows)` is called when results were added, with the texts of solved rows by collection.
export function prepareResults(store, onAdded) {
  byId("save-results").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([store.toText()], { type: "application/json" }));
    link.download = NAME;
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const file = byId("results-file");
  byId("load-results").addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    const added = file.files.length > 0 ? store.addText(await file.files[0].text()) : undefined;
    file.value = ""; // so that the same file can be chosen again
    if (added === undefined) return;
    byId("results-note").textContent = added ? `${counted(added.count, "result")} added.` : `This file holds no results; choose one that this page saved, like ${NAME}.`;
    if (added) onAdded(added.rows);
  });
}
