// Runs the script of a report's page without a browser: `node fakepage.mjs PAGE ID`.
// The page is so far made up as the script needs it; what it shows is printed as JSON.
import { readFileSync } from "node:fs";

const page = readFileSync(process.argv[2], "utf8");
const id = process.argv[3];
const scripts = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]);

class Element {
  constructor(name) {
    Object.assign(this, { name, attributes: {}, children: [], heard: {}, value: "", hidden: false, text: "" });
  }
  get id() { return this.attributes.id || ""; }
  set id(value) { this.attributes.id = value; }
  get textContent() {
    return this.text + this.children.map((child) => child.textContent ?? child).join("");
  }
  set textContent(value) { this.text = value; this.children = []; }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  addEventListener(name, listener) { this.heard[name] = listener; }
  all() { return this.children.flatMap((child) => (child instanceof Element ? [child, ...child.all()] : [])); }
  querySelector(name) { return this.all().find((element) => element.name === name); }
  scrollIntoView() {}
  focus() { focused = this.textContent; }
  reset() { for (const element of Object.values(named)) element.value = ""; }
}

let focused = "", requests = 0;
const named = {};
for (const [, name, found] of page.split("<script")[0].matchAll(/<(\w+)[^>]*? id="([^"]+)"/g)) {
  named[found] = new Element(name);
}
named.data = { textContent: scripts[0] };
named.vectors.tBodies = [new Element("tbody")];
const body = named.vectors.tBodies[0];
const heard = {};
globalThis.document = {
  getElementById: (name) => named[name] || body.all().find((element) => element.id === name) || null,
  createElement: (name) => new Element(name),
};
globalThis.window = { addEventListener: (name, listener) => { heard[name] = listener; } };
let address = "";
globalThis.location = {
  get hash() { return address; },
  set hash(value) { address = value && `#${value.replace(/^#/, "")}`; heard.hashchange?.(); },
};
globalThis.fetch = globalThis.XMLHttpRequest = () => { requests += 1; };

const shown = () => ({
  rows: body.children.length, found: named.found.textContent, page: named.page.textContent,
});
new Function("location", scripts[1])(globalThis.location);
const start = shown();
location.hash = id;
const detail = body.children.find((line) => line.attributes.class === "detail");
const linked = { ...shown(), focused, detail: detail ? detail.textContent : "" };
const press = () => document.getElementById(id).querySelector("button").heard.click();
focused = "";
press();
const closed = { ...shown(), focused };
press();
const opened = shown();
location.hash = "";
named.kind.value = "passed";
named.filter.heard.input();
const filtered = shown();
location.hash = id;
console.log(JSON.stringify({ start, linked, closed, opened, filtered, elsewhere: shown(), requests }));
