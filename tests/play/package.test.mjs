// The npm package, installed from its packed archive: the README's example in Node, and the same in a browser.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Pages, skip } from "./page.mjs";

const source = fileURLToPath(new URL("../../web/package", import.meta.url));
const rush4 = fileURLToPath(new URL("../../data/rush4-all.ranks", import.meta.url));
let folder = "";
before(() => {
  folder = mkdtempSync(join(tmpdir(), "gridlock-package-"));
  const npm = (...args) => execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const [{ filename, files }] = JSON.parse(npm("pack", source, "--json"));
  assert.deepEqual(files.map(({ path }) => path).sort(), ["LICENSE", "README.md", "api.js", "engine.js", "engine.wasm", "index.d.ts", "index.js", "node.js", "package.json"]);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  npm("install", "--offline", "--no-audit", "--no-fund", `./${filename}`);
});
after(() => rmSync(folder, { recursive: true, force: true }));

const [, example] = /```js\n(.*?)```/s.exec(readFileSync(join(source, "README.md"), "utf8"));
const runs = (script) => {
  writeFileSync(join(folder, "script.js"), script);
  return execFileSync("node", ["script.js"], { cwd: folder, encoding: "utf8" });
};

test("the example of the README runs", () => {
  assert.match(runs(example), /┌─────────────┐[^]+→[^]+2332 \[ \{ piece: \d+, distance: -?\d \} \]/);
});

test("a database is read, and wrong texts are errors", () => {
  const script = `
    import { BoardError, Database, TooManyStates, solve } from "gridlock-puzzle";
    import { readFileSync } from "node:fs";
    const database = new Database(readFileSync(${JSON.stringify(rush4)}));
    const row = database.get(database.first({ moves: [5, 9] }));
    const caught = [() => solve("oBB"), () => solve("BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM", { maxStates: 9 })].map((act) => { try { act(); } catch (error) { return error; } });
    console.log(JSON.stringify([solve(row.board).length === row.moves, database.rowOf(row.id) === row.row, database.find(row.board).distance === row.moves, caught[0] instanceof BoardError, caught[1] instanceof TooManyStates]));`;
  assert.deepEqual(JSON.parse(runs(script)), [true, true, true, true, true]);
});

test("the package runs in a browser", { skip }, async () => {
  const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
  const server = createServer((request, answer) => {
    const path = join(folder, "node_modules/gridlock-puzzle", request.url);
    if (request.url !== "/index.html" && !existsSync(path)) return answer.writeHead(404).end(); // browsers ask for an icon
    answer.setHeader("content-type", types[extname(path)] ?? "text/plain");
    answer.end(request.url === "/index.html" ? "<!DOCTYPE html><title>t</title>" : readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const pages = await new Pages().open();
  try {
    const page = await pages.browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/index.html`);
    const found = await page.evaluate(async () => {
      const { Board, format, solve } = await import("/index.js");
      const board = await new Board("oBBoAAoCoooCoooo").explore();
      return [format(board, solve(board)), board.explored.states, board.look().depth];
    });
    assert.deepEqual(found, ["C+1 A+2", 19, 2]);
  } finally {
    await pages.close();
    server.close();
  }
});
