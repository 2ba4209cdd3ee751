// How long the page takes to search the cluster of a board of 510,796 states in Chromium: five times, from the click on the link to the distance
// shown, loading and drawing included. Run nothing else meanwhile.
//
//   GRIDLOCK=path/to/gridlock node tests/play/speed.mjs
import { Pages, settled } from "./page.mjs";

const board = "BBoooooCCooooGooooooGAAooFooooooFHoDDoooHoEEooooo";
const pages = await new Pages().open();
try {
  const address = pages.write("speed.html", board);
  const seconds = [];
  for (let run = 0; run < 5; run++) {
    const start = performance.now();
    await pages.visit(address, async (page) => {
      await settled(page);
      seconds.push((performance.now() - start) / 1000);
    });
  }
  seconds.sort((a, b) => a - b);
  console.log(`median ${seconds[2].toFixed(2)} s, from ${seconds[0].toFixed(2)} to ${seconds[4].toFixed(2)} s`);
} finally {
  await pages.close();
}
