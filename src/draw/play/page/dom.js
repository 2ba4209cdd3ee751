// Small helpers for elements of the page. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

export function byId(id) {
  return document.getElementById(id);
}

// An element with attributes and children, which are elements or text.
export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function makeSvg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// One of the icons that page.html defines.
export function icon(name) {
  return makeSvg("svg", { class: `icon ${name}`, "aria-hidden": "true" }, makeSvg("use", { href: `#icon-${name}` }));
}

// Shows another icon and name on a button that has only an icon.
export function relabel(button, iconName, label) {
  button.replaceChildren(icon(iconName));
  button.setAttribute("aria-label", label);
}

// Enables or disables a button. A disabled one can still have the focus, which would otherwise be lost when a button disables itself; the
// player ignores its clicks.
export function enable(id, on) {
  byId(id).setAttribute("aria-disabled", String(!on));
}

export function isEnabled(id) {
  return byId(id).getAttribute("aria-disabled") !== "true";
}

// A number with separators of thousands, as 2,332.
export function grouped(number) {
  return number.toLocaleString("en-US");
}

// With a capital first letter.
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// "1 move", "2 moves"
export function counted(number, noun) {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}
