// The dialogs: help, opening a board, and copying where the browser does not allow it.
import { BoardError } from "../engine/engine.js";
import { findId, linkOf, opened } from "../engine/links.js";
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
export function prepareOpenDialog(engine, onOpen) {
  const submit = (event) => {
    event.preventDefault();
    const link = readBoard(engine, byId("open-text").value, byId("open-exit").value);
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

// Opens the dialog with a text, and with the error of that text if there is one; `known` is an error that was met before.
export function askForBoard(engine, text = "", known = null) {
  byId("open-error").textContent = "";
  byId("open-mark").hidden = true;
  byId("open-text").value = text;
  byId("open-dialog").showModal();
  byId("open-text").focus();
  if (text) showError(known ?? readBoard(engine, text, byId("open-exit").value));
}

// The link { hash } of a board, id or number that was typed in, or { error, column, rows }.
export function readBoard(engine, typed, chosenExit) {
  if (typed.trim() === "") return { error: "type or paste a board first" };
  const [, number] = /^(?:No\.\s*)?(\d{1,3}(?:,?\d{3})*)$/i.exec(typed.trim()) ?? [];
  if (number) return { hash: `No.${number.replaceAll(",", "")}` };
  const id = findId(typed);
  // only the page of a whole database has its rank file
  if (id) return !byId("level-panel").hidden ? { hash: id } : { error: `${id} is an id of a database; a page of that database, as of @rush6, opens ids` };
  try {
    const { board, moves } = opened(engine.open(typed, chosenExit));
    return { hash: linkOf(board, moves) };
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    return { error: error.message, column: error.column, rows: error.rows };
  }
}

// The message, and the rows of the board down to the cell at fault with a mark below that cell.
function showError({ error, column = 0, rows = [] }) {
  byId("open-error").textContent = error ?? "";
  byId("open-text").setAttribute("aria-invalid", String(Boolean(error)));
  byId("open-mark").hidden = rows.length === 0;
  byId("open-mark").textContent = `${rows.join("\n")}\n${" ".repeat(Math.max(0, column - 1))}^`;
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
