// Small pictures of boards, and the chart of distances.
import { grouped, makeSvg } from "./dom.js";

// The start of a board as a small picture, 10 units per cell. `paints` are those of paintsOf.
export function smallPicture({ width, height, exit, walls, pieces, start }, paints) {
  const [across, down] = [10 * width, 10 * height];
  const picture = makeSvg("svg", { class: "small", viewBox: `-4 -4 ${across + 8} ${down + 8}`, "aria-hidden": "true" });
  picture.append(makeSvg("rect", { class: "frame", x: -4, y: -4, width: across + 8, height: down + 8, rx: 4 }));
  picture.append(makeSvg("rect", { class: "ground-area", x: 0, y: 0, width: across, height: down, rx: 1 }));
  // an opening in the frame with an arrow out of it, drawn for the right side of the origin and turned to the exit
  const middle = 10 * pieces[0].line + 5;
  const place = { right: `${across} ${middle}`, left: `0 ${middle}`, up: `${middle} 0`, down: `${middle} ${down}` }[exit];
  const turn = { right: 0, down: 90, left: 180, up: 270 }[exit];
  const arrow = makeSvg("path", { d: "M0.2 -3.6l3.6 3.6l-3.6 3.6z" });
  arrow.style.setProperty("fill", paints[0].fill);
  const opening = makeSvg("rect", { class: "ground-area", x: -1, y: -4.5, width: 5.2, height: 9 });
  picture.append(makeSvg("g", { class: "opening", transform: `translate(${place}) rotate(${turn})` }, opening, arrow));
  for (const cell of walls) {
    picture.append(makeSvg("rect", { class: "wall", x: 10 * (cell % width) + 0.5, y: 10 * Math.floor(cell / width) + 0.5, width: 9, height: 9, rx: 1 }));
  }
  for (const [index, { vertical, line, length }] of pieces.entries()) {
    const [column, row] = vertical ? [line, start[index]] : [start[index], line];
    const [wide, high] = vertical ? [1, length] : [length, 1];
    const body = makeSvg("rect", { x: 10 * column + 1, y: 10 * row + 1, width: 10 * wide - 2, height: 10 * high - 2, rx: 2.5 });
    body.style.setProperty("fill", paints[index].fill);
    picture.append(body);
    if (index > 0) continue;
    for (const side of ["near", "far"]) {
      const stripe = makeSvg("rect", { class: `stripe ${side} ${vertical ? "standing" : "lying"}`, x: 10 * column + 1, y: 10 * row + 1, width: 10 * wide - 2, height: 10 * high - 2 });
      stripe.style.setProperty("fill", paints[0].ink);
      picture.append(stripe);
    }
  }
  return picture;
}

// Bars for the number of states at each distance, with the current one marked. The scale is logarithmic where bars would vanish.
export function distanceChart(histogram, depth, unit) {
  const [width, height, left, top, below] = [440, 130, 8, 30, 22];
  const most = Math.max(...histogram);
  const isLogarithmic = most > 40 * Math.min(...histogram);
  const share = (states) => (isLogarithmic ? Math.log1p(states) / Math.log1p(most) : states / most);
  const step = (width - 2 * left) / histogram.length;
  const base = height - below;
  const chart = makeSvg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img" });
  const scale = isLogarithmic ? " The scale is logarithmic." : "";
  chart.setAttribute("aria-label", `Positions by ${unit} left, from 0 to ${histogram.length - 1}; you are at ${depth}.${scale}`);
  chart.append(makeSvg("line", { x1: left, x2: width - left, y1: base + 0.5, y2: base + 0.5 }));
  for (const [d, states] of histogram.entries()) {
    const tall = Math.max(1.5, share(states) * (base - top));
    const bar = makeSvg("rect", { class: d === depth ? "bar here" : "bar", x: (left + d * step + step * 0.1).toFixed(2), y: (base - tall).toFixed(2), width: (step * 0.8).toFixed(2), height: tall.toFixed(2) });
    bar.append(makeSvg("title", {}, `${d} ${unit} left: ${grouped(states)} positions`));
    chart.append(bar);
  }
  const middle = (d) => left + (d + 0.5) * step;
  const x = middle(depth);
  // the mark stands above all bars, with a line down to its own
  const tip = base - Math.max(1.5, share(histogram[depth]) * (base - top));
  chart.append(makeSvg("line", { class: "pointer", x1: x.toFixed(2), x2: x.toFixed(2), y1: top - 6, y2: tip.toFixed(2) }));
  chart.append(makeSvg("path", { class: "mark", d: `M${x.toFixed(2)} ${top - 4}l-5 -7h10z` }));
  const text = (content, at, y, attributes) => makeSvg("text", { x: at.toFixed(2), y: y.toFixed(2), ...attributes }, content);
  const anchor = x < 60 ? "start" : x > width - 60 ? "end" : "middle";
  chart.append(text(`${depth} left`, anchor === "middle" ? x : anchor === "start" ? left : width - left, top - 16, { class: "strong", "text-anchor": anchor }));
  const every = [1, 2, 5, 10, 20, 50, 100].find((interval) => histogram.length / interval <= 12) ?? 200;
  for (let d = 0; d < histogram.length; d += every) chart.append(text(String(d), middle(d), base + 15, { "text-anchor": "middle" }));
  return chart;
}
