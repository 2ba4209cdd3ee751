// How long the page of a collection takes in Chromium: until its first puzzle can be played, and from Random to the next puzzle, for random rows
// of the whole collection. Also the memory of its process. Run nothing else meanwhile.
//
//   GRIDLOCK=path/to/gridlock node tests/play/random_speed.mjs [PUZZLES]        1,000 if not given
import { readFileSync, readdirSync } from "node:fs";
import { Pages } from "./page.mjs";

const count = Number(process.argv[2] ?? 1000);
const pages = await new Pages().open();
const statusOf = (id) => readFileSync(`/proc/${id}/status`, "utf8");
const isOurs = (id) => id === process.pid || (id > 1 && isOurs(Number(/PPid:\s+(\d+)/.exec(statusOf(id))[1])));
// the memory of the largest renderer of this browser, in MB: resident at most, and of that now the page's own, which the browser's task
// manager shows, and the files of the browser, which all pages share
const memory = () => {
  const renderers = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((name) => {
    try {
      const isRenderer = readFileSync(`/proc/${name}/cmdline`, "utf8").includes("--type=renderer") && isOurs(Number(name));
      const megabytes = (key) => (Number(new RegExp(`${key}:\\s+(\\d+)`).exec(statusOf(name))[1]) * 1024) / 1e6;
      return isRenderer ? [megabytes("VmHWM"), megabytes("RssAnon"), megabytes("RssFile")] : [0, 0, 0];
    } catch {
      return [0, 0, 0]; // it has ended
    }
  });
  return renderers.reduce((a, b) => (a[0] > b[0] ? a : b)).map(Math.round);
};
try {
  const address = pages.write("rush6.html", "@rush6");
  const page = await pages.browser.newPage();
  const start = performance.now();
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector("#hint-button").ariaDisabled === "false");
  console.log(`ready after ${Math.round(performance.now() - start)} ms`);
  const times = await page.evaluate(async (count) => {
    const name = document.querySelector("#puzzle-name");
    const found = [];
    for (let k = 0; k < count; k += 1) {
      const start = performance.now();
      const changed = new Promise((resolve) => new MutationObserver((_, observer) => (observer.disconnect(), resolve())).observe(name, { childList: true, characterData: true, subtree: true }));
      document.querySelector("#random-button").click();
      await changed;
      found.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return found.sort((a, b) => a - b);
  }, count);
  const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))]);
  console.log(`next puzzle: median ${at(0.5)} ms, 90 % ${at(0.9)} ms, 99 % ${at(0.99)} ms, at most ${at(1)} ms`);
  const [resident, own, shared] = memory();
  console.log(`memory: ${own} MB of the page's own; resident at most ${resident} MB, with ${shared} MB of the browser's files`);
} finally {
  await pages.close();
}
