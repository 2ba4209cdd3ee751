// The dialogs: help, opening a board, and copying where the browser does not allow it.
import { findBoard, findId, parseLink } from "../engine/links.js";
import { BoardError } from "../engine/rules.js";
import { byId } from "./dom.js";

export function isDialogOpen() {
  return document.querySelector("dialog[open]") !== null;
}

// With `keys`, the keys are shown at once.
export function openHelp(keys) {
  byId("help-keys").open = keys;
  byId("help-dialog").showModal();
}

// `onOpen(hash)` is called with the link of the board.
export function prepareOpenDialog(onOpen) {
  const submit = (event) => {
    event.preventDefault();
    const link = readBoard(byId("open-text").value, byId("open-exit").value);
    if (link.error) {
      showError(link);
      return;
    }
    byId("open-dialog").close();
    onOpen(link.hash);
  };
  byId("open-form").addEventListener("submit", submit);
  byId("open-cancel").addEventListener("click", () => byId("open-dialog").close());
  byId("open-text").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  });
}

// Opens the dialog with a text, and with the error of that text if there is one.
export function askForBoard(text = "") {
  byId("open-error").textContent = "";
  byId("open-mark").hidden = true;
  byId("open-text").value = text;
  byId("open-dialog").showModal();
  byId("open-text").focus();
  if (text) showError(readBoard(text, byId("open-exit").value));
}

// The link { hash } of a board, id or number that was typed in, or { error, cell, text }.
export function readBoard(typed, chosenExit) {
  if (typed.trim() === "") return { error: "type or paste a board first" };
  const [, number] = /^(?:No\.\s*)?(\d{1,3}(?:,?\d{3})*)$/i.exec(typed.trim()) ?? [];
  if (number) return { hash: `No.${number.replaceAll(",", "")}` };
  const id = findId(typed);
  // only the page of a whole database has its rank file
  if (id) return !byId("level-panel").hidden ? { hash: id } : { error: `${id} is an id of a database; a page of that database, as of @rush6, opens ids` };
  let found = null;
  try {
    found = findBoard(typed, chosenExit);
    const { text, exit, moves } = found;
    const used = exit ?? chosenExit;
    const hash = `${text.replaceAll(".", "o")}${used === "right" ? "" : `@${used}`}${moves ? `/${moves}` : ""}`;
    parseLink(hash);
    return { hash };
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    return { error: error.message, cell: error.cell, text: found?.text };
  }
}

// The message, and the rows of the board down to the cell at fault with a mark below that cell.
function showError({ error, cell = null, text = "" }) {
  byId("open-error").textContent = error ?? "";
  byId("open-text").setAttribute("aria-invalid", String(Boolean(error)));
  byId("open-mark").hidden = cell === null;
  if (cell === null) return;
  const n = Math.sqrt([...text].length);
  const rows = Array.from({ length: Math.floor(cell / n) + 1 }, (_, row) => [...text].slice(row * n, row * n + n).join(""));
  byId("open-mark").textContent = `${rows.join("\n")}\n${" ".repeat(cell % n)}^`;
}

// Copies a text; if the browser refuses, shows it to be copied by hand. Returns whether it was copied.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    byId("copy-area").value = text;
    byId("copy-dialog").showModal();
    byId("copy-area").select();
    return false;
  }
}
