// How long the page takes in Chromium, for one program or for several that alternate:
//
//   node tests/play/speed.mjs [-p PUZZLES] [-r ROUNDS] PROGRAM...        100 puzzles and 5 rounds if not given
//
// For the page of `@rush6`: until its first puzzle can be played, from Random to the next puzzle, for random rows of the whole collection, and the
// memory of its process. For the page of one board of 510,796 states: until its chart of depths is shown, loading and drawing included, and the
// processor seconds of its process. Each figure is the median of the rounds. Run nothing else meanwhile.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Pages, settled } from "./page.mjs";

const BOARD = "BBoooooCCooooGooooooGAAooFooooooFHoDDoooHoEEooooo";
const { values, positionals: programs } = parseArgs({ options: { p: { type: "string", default: "100" }, r: { type: "string", default: "5" } }, allowPositionals: true });
const [puzzles, rounds] = [Number(values.p), Number(values.r)];

const read = (id, name) => readFileSync(`/proc/${id}/${name}`, "utf8");
const isOurs = (id) => id === process.pid || (id > 1 && isOurs(Number(/PPid:\s+(\d+)/.exec(read(id, "status"))[1])));
const renderers = () => readdirSync("/proc").filter((id) => {
  try {
    return /^\d+$/.test(id) && read(id, "cmdline").includes("--type=renderer") && isOurs(Number(id));
  } catch {
    return false; // it has ended
  }
});
// MB of the largest renderer of this browser: the most that was resident, and of that now its own, which the browser's task manager shows
const memory = () => {
  const of = (id, key) => (Number(new RegExp(`${key}:\\s+(\\d+)`).exec(read(id, "status"))[1]) * 1024) / 1e6;
  return renderers().map((id) => [of(id, "VmHWM"), of(id, "RssAnon")]).reduce((a, b) => (a[0] > b[0] ? a : b));
};
// processor seconds of all renderers; the kernel counts hundredths
const spent = () => renderers().map((id) => read(id, "stat").split(") ")[1].split(" ")).reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) / 100, 0);
const at = (found, share) => found.toSorted((a, b) => a - b)[Math.min(found.length - 1, Math.floor(share * found.length))];

// The figures of one round, by name.
async function collection(pages, address) {
  const page = await pages.browser.newPage();
  const start = performance.now();
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector("#hint-button").ariaDisabled === "false");
  const first = performance.now() - start;
  const times = await page.evaluate(async (count) => {
    const [name, random] = ["#puzzle-name", "#random-button"].map((id) => document.querySelector(id));
    const found = [];
    while (random.ariaDisabled === "true" || random.disabled) await new Promise((resolve) => setTimeout(resolve, 10));
    for (let k = 0; k < count; k += 1) {
      const start = performance.now();
      const changed = new Promise((resolve) => new MutationObserver((_, observer) => (observer.disconnect(), resolve())).observe(name, { childList: true, characterData: true, subtree: true }));
      random.click();
      await changed;
      found.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return found;
  }, puzzles);
  const [resident, own] = memory();
  return { "first puzzle, ms": first, "next puzzle, median, ms": at(times, 0.5), "next puzzle, 99 %, ms": at(times, 0.99), "memory at most, MB": resident, "memory of its own, MB": own };
}

async function chart(pages, address) {
  const page = await pages.browser.newPage();
  const start = performance.now();
  await page.goto(address);
  await page.click("#left-button"); // it is hidden at first
  await settled(page);
  return { "510,796 states, s": (performance.now() - start) / 1000, "510,796 states, processor s": spent() };
}

const found = programs.map(() => ({}));
for (let round = 0; round < rounds; round += 1) {
  for (const [index, program] of programs.entries()) {
    for (const [board, measured] of [["@rush6", collection], [BOARD, chart]]) {
      const pages = await new Pages().open();
      try {
        const name = join(pages.folder, "page.html");
        execFileSync(program, ["play", board, "-o", name], { stdio: "ignore" });
        for (const [key, figure] of Object.entries(await measured(pages, pathToFileURL(name).href))) (found[index][key] ??= []).push(figure);
      } finally {
        await pages.close();
      }
    }
  }
}
for (const key of Object.keys(found[0])) {
  const medians = found.map((of) => at(of[key], 0.5));
  console.log([key.padEnd(32), ...medians.map((figure) => figure.toFixed(key.endsWith(" s") ? 2 : 0).padStart(9))].join(""));
}
