#!/usr/bin/env node
// A port of groundspec in miniature: the classes core, packet and quote-exact, whole.
//
//     groundspec-harness run -- node port.mjs
//
// Read it beside SPEC.md, whose identifiers stand in the comments. Texts are UTF-8 bytes wherever
// an offset is counted and JavaScript strings (UTF-16) wherever members are sorted: each is what
// the specification counts there. Node 20 or newer, nothing to install.
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// ---- The specification's data, from the folder given as argument, else from beside this one ----

const SCHEMAS = process.argv[2] ?? fileURLToPath(new URL("../../schemas", import.meta.url));
const load = (...path) => JSON.parse(readFileSync(join(SCHEMAS, ...path), "utf8"));

const { codes: CODES, checks: CHECKS, kinds: KINDS } = load("codes.json");
const PRECEDENCE = CODES.map(({ code }) => code);
const POLICIES = new Map(Object.keys(load("policies", "digests.json").policies.quote)
  .map((name) => [name, load("policies", "quote", `${name}.json`)]));
const IS_LETTER_OR_DIGIT = new Uint8Array(0x110000); // T-CLASSES: by the tables; `\p{L}` would
for (const table of ["letter", "digit"]) {          // follow the Unicode version of the engine
  const { ranges } = load("unicode", "17.0.0", `${table}.json`);
  for (const [first, last] of ranges) IS_LETTER_OR_DIGIT.fill(1, first, last + 1);
}

// ---- Strict reading (3.1) ----------------------------------------------------------------------

class Refusal extends Error {
  constructor(code) { super(code); this.code = code; }
}
const refuse = (code) => { throw new Refusal(code); };

// E-PHASE: of the defects of one phase, the one that the registry lists first is named.
const refuseFirst = (defects) => {
  if (defects.size > 0) refuse(PRECEDENCE.find((code) => defects.has(code)));
};

// What `make` gives; where it refuses, the code as the member `refusal`.
function orRefusal(make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.code };
    throw error;
  }
}

// J-DEPTH: found lexically and first, which also lets the reader below be recursive.
function checkDepth(text) {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
    } else if (text[at] === "[" || text[at] === "{") {
      if (++depth > 64) refuse("NESTING_TOO_DEEP");
    } else if ((text[at] === "]" || text[at] === "}") && depth > 0) depth--;
  }
}

const SPACE = /[ \t\n\r]*/y, PLAIN = /[^"\\\u0000-\u001f]*/y;
const LETTER_ESCAPE = /["\\/bfnrt]/y, HEX_ESCAPE = /u[0-9A-Fa-f]{4}/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;

// JSON.parse is not enough: it keeps the last of two duplicate members, passes lone surrogates and
// rounds numbers. A breach of J-GRAMMAR ends the reading at once. The other defects are collected
// to the end, because one on the last line may stand before one on the first in the registry.
function read(bytes) {
  if (!isUtf8(bytes)) refuse("NOT_UTF8");
  if (bytes.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf))) refuse("BYTE_ORDER_MARK");
  const text = bytes.toString("utf8");
  checkDepth(text);
  const defects = new Set();
  let at = 0;

  const passes = (unit) => text[at] === unit && ++at > 0;
  const take = (pattern) => { // what the sticky pattern matches here
    pattern.lastIndex = at;
    const match = pattern.exec(text) ?? refuse("JSON_INVALID");
    at = pattern.lastIndex;
    return match[0];
  };
  const value = () => {
    take(SPACE);
    const reader = { "{": object, "[": array, '"': string, t: word, f: word, n: word }[text[at]];
    const made = (reader ?? number)();
    take(SPACE);
    return made;
  };
  const series = (end, item) => { // the items of an array or object, behind its opening bracket
    at++;
    take(SPACE);
    if (passes(end)) return;
    do item(); while (passes(","));
    if (!passes(end)) refuse("JSON_INVALID");
  };
  const array = () => {
    const items = [];
    series("]", () => items.push(value()));
    return items;
  };
  const object = () => {
    const members = Object.create(null); // so that __proto__ is a name like any other
    series("}", () => {
      take(SPACE);
      const name = string();
      if (name in members) defects.add("DUPLICATE_MEMBER");
      take(SPACE);
      members[name] = passes(":") ? value() : refuse("JSON_INVALID");
    });
    return members;
  };
  const string = () => {
    if (!passes('"')) refuse("JSON_INVALID");
    let made = take(PLAIN);
    while (passes("\\")) {
      const escape = take(text[at] === "u" ? HEX_ESCAPE : LETTER_ESCAPE);
      made += JSON.parse(`"\\${escape}"`) + take(PLAIN);
    }
    if (!passes('"')) refuse("JSON_INVALID"); // the end of the text, or a bare control code point
    if (!made.isWellFormed()) defects.add("LONE_SURROGATE");
    return made;
  };
  const number = () => {
    const token = take(NUMBER);
    if (!/^(?:0|-?[1-9][0-9]*)$/.test(token)) defects.add("NUMBER_FORM");
    else if (!Number.isSafeInteger(Number(token))) defects.add("NUMBER_RANGE");
    return Number(token);
  };
  const word = () => JSON.parse(take(WORD));

  const whole = value();
  if (at < text.length) refuse("JSON_INVALID");
  refuseFirst(defects);
  return whole;
}

// ---- Canonical form and digests (3.2, 3.3) -----------------------------------------------------

// J-CANONICAL: sort() compares UTF-16 code units and JSON.stringify escapes as RFC 8785 asks.
// Most languages do neither by themselves.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}
const sha256 = (data) => `sha256:${createHash("sha256").update(data).digest("hex")}`; // D-TEXT
const digest = (kind, value) => sha256(`groundspec/0.1:${kind}\0${canonical(value)}`); // D-VALUE

// ---- Shapes: what the JSON Schemas say, by hand ------------------------------------------------

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isString = (value) => typeof value === "string";
const isBoolean = (value) => typeof value === "boolean";
const isOffset = (value) => typeof value === "number" && value >= 0;
const isDistinct = (array) => new Set(array).size === array.length;
const orNull = (test) => (value) => value === null || test(value);
const arrayOf = (test) => (value) => Array.isArray(value) && value.every(test);

// An object with exactly these members: all `required`, and `additionalProperties: false`.
const exactly = (tests) => (value) => isObject(value)
  && Object.keys(value).length === Object.keys(tests).length
  && Object.keys(tests).every((name) => Object.hasOwn(value, name) && tests[name](value[name]));

const atMost = (most, test, least = 0) => (value) => arrayOf(test)(value)
  && value.length >= least && value.length <= most;
const isTier = (value) => isString(value) || exactly({
  tier: (name) => isString(name) && /^[a-z][a-z0-9-]{0,63}$/.test(name),
  sound: isBoolean,
  steps: atMost(32, isString),
})(value);
const isLiteral = (text) => isString(text) && text !== "" && [...text].length <= 256;
const isPart = (value) => value === "digits" || value === "until"
  || exactly({ literal: isLiteral })(value);

const isPolicy = exactly({
  check: (check) => check === "quote/0.1",
  tiers: atMost(16, isTier, 1),
  accept_through: isString,
  allow_unsound: isBoolean,
  near: atMost(16, isTier),
  boundaries: isBoolean,
  ellipsis: (value) => value === "literal" || value === "stitch",
  min_fragment_words: (value) => typeof value === "number" && value >= 1 && value <= 1000,
  markers: atMost(32, atMost(16, isPart, 1)),
  waive: (waive) => arrayOf(isString)(waive) && isDistinct(waive),
});
const isPacket = exactly({
  groundspec: isString, // which one, the envelope has asked
  check: isString,
  source: exactly({ text: isString, id: orNull(isString), url: orNull(isString) }),
  policy: (policy) => isString(policy) || isPolicy(policy),
  claims: arrayOf((claim) => isObject(claim) && isString(claim.id) && claim.id !== ""),
});
const isClaim = exactly({
  id: isString, text: isString, at: orNull(exactly({ start: isOffset, end: isOffset })),
});

// ---- Packets (4) -------------------------------------------------------------------------------

// What a packet gives: {receipt}, {refusal} or {unsupported}.
const decide = (bytes) => orRefusal(() => {
  const packet = read(bytes);
  const { groundspec, check } = isObject(packet) ? packet : {};
  if (!isString(groundspec) || !isString(check)) refuse("ENVELOPE_INVALID");
  if (groundspec !== "0.1") refuse("UNKNOWN_VERSION");
  if (!CHECKS.some((row) => row.check === check)) refuse("UNKNOWN_CHECK");
  if (check !== "quote/0.1") return { unsupported: check }; // E-CHECK: no refusal
  if (!isPacket(packet)) refuse("PACKET_INVALID");

  const policy = isString(packet.policy) ? POLICIES.get(packet.policy) : packet.policy;
  const defects = new Set();
  if (!isDistinct(packet.claims.map(({ id }) => id))) defects.add("DUPLICATE_CLAIM_ID");
  if (policy === undefined) defects.add("UNKNOWN_POLICY");
  refuseFirst(defects);

  // A port of the whole check asks Q-POLICY here, and goes on with every policy; the class
  // quote-exact is about this one.
  const known = packet.policy === "exact";
  return known ? { receipt: makeReceipt(packet, policy) } : { unsupported: check };
});

// ---- Receipts and decisions (5, 6, 8) ----------------------------------------------------------

function makeReceipt(packet, policy) {
  const source = Buffer.from(packet.source.text, "utf8");
  const decisions = packet.claims.map((claim) => ({ // R-MEMBERS: every member is always there
    id: claim.id, claim_sha256: digest("claim", claim), codes: [], waived: [], marks: [],
    tier: null, occurrences: 0, spans: [], elsewhere: [],
    fragments: [], omitted: [], near: null, ...judge(source, claim),
  }));
  const summary = { admitted: 0, needs_verification: 0, rejected: 0 };
  for (const { outcome } of decisions) summary[outcome]++;
  const inputs = { // R-INPUTS: a named policy is digested as the document that it names
    packet_sha256: digest("packet", packet),
    source_sha256: sha256(source),
    policy_sha256: digest("policy", policy),
  };
  const receipt = { groundspec: "0.1", check: packet.check, inputs, decisions, summary };
  return { ...receipt, receipt_sha256: digest("receipt", receipt) };
}

function judge(source, claim) {
  const reject = (code) => ({ outcome: "rejected", codes: [code] });
  if (!isClaim(claim)) return reject("CLAIM_INVALID");
  const { text, at } = claim;
  if (at !== null && !isPlace(source, at)) return reject("CLAIM_INVALID");
  const isDegenerate = ![...text].some((character) => IS_LETTER_OR_DIGIT[character.codePointAt(0)]);
  if (isDegenerate) return reject("DEGENERATE");
  const quotation = Buffer.from(text, "utf8");
  if (at !== null && source.subarray(at.start, at.end).equals(quotation)) { // Q-PLACE, 1
    return { outcome: "admitted", tier: "exact", occurrences: 1, spans: [at] };
  }
  const { occurrences, spans, more } = search(source, quotation);
  if (occurrences === 0) return reject("UNLOCATED");
  if (at !== null) return { ...reject("NOT_AT_PLACE"), elsewhere: spans }; // Q-PLACE, 3
  const codes = [];
  if (occurrences > 1) codes.push("MULTIPLE_OCCURRENCES");
  if (more) codes.push("OCCURRENCES_CAPPED");
  return { outcome: "admitted", codes, tier: "exact", occurrences, spans };
}

// Q-CLAIM: byte offsets; a byte 10xxxxxx goes on with the code point before it.
function isPlace(source, { start, end }) {
  return start < end && end <= source.length
    && [start, end].every((offset) => offset === source.length || (source[offset] & 0xc0) !== 0x80);
}

// Q-SEARCH at the tier exact. In UTF-8 a place where the bytes agree is one where whole code points
// do. Candidates overlap: the next one is looked for one byte on.
function search(source, quotation) {
  const spans = [];
  let occurrences = 0;
  let start = source.indexOf(quotation);
  for (; start >= 0 && occurrences < 1000; start = source.indexOf(quotation, start + 1)) {
    if (occurrences++ < 16) spans.push({ start, end: start + quotation.length });
  }
  return { occurrences, spans, more: start >= 0 };
}

// ---- Verification (7): the code of the first thing that differs, else null ---------------------

function verify(packetBytes, receiptBytes) {
  const receipt = orRefusal(() => ({ value: read(receiptBytes) })).value;
  if (!isObject(receipt)) return "RECEIPT_UNREADABLE";
  const { receipt_sha256, ...rest } = receipt;
  if (receipt_sha256 !== digest("receipt", rest)) return "RECEIPT_DIGEST_DIFFERS";
  if (receipt.groundspec !== "0.1" || receipt.check !== "quote/0.1") return "VERSION_UNSUPPORTED";
  const { receipt: right, unsupported } = decide(packetBytes);
  if (unsupported) return "VERSION_UNSUPPORTED";
  if (!right) return "PACKET_REFUSED";
  const differs = (a, b) => a === undefined || canonical(a) !== canonical(b);
  if (differs(receipt.inputs?.packet_sha256, right.inputs.packet_sha256)) return "PACKET_DIFFERS";
  if (differs(receipt.inputs, right.inputs)) return "INPUTS_DIFFER";
  if (differs(receipt.decisions, right.decisions)) return "DECISIONS_DIFFER";
  if (differs(receipt.summary, right.summary)) return "SUMMARY_DIFFERS";
  return differs(receipt, right) ? "RECEIPT_DIFFERS" : null;
}

// ---- The protocol (10) --------------------------------------------------------------------------

const IMPLEMENTATION = {
  name: "groundspec-miniature", version: "0.1.0", language: "javascript", protocol: 1,
  checks: ["quote/0.1"], classes: ["core", "packet", "quote-exact"],
};
// For each `do`: the members that it needs, and the answer made from their values. Where `bytes`
// stands, the value may come as text or, under the name with _base64 behind it, as Base64.
const REQUESTS = new Map(Object.entries({
  describe: [{}, () => ({ implementation: IMPLEMENTATION })],
  decide: [{ packet: "bytes" }, ({ packet }) => decide(packet)],
  verify: [{ packet: "bytes", receipt: "bytes" }, ({ packet, receipt }) => {
    const code = verify(packet, receipt);
    return code === null ? { verified: true } : { verified: false, code };
  }],
  digest: [{ kind: "kind", value: "bytes" }, ({ kind, value: bytes }) => orRefusal(() => {
    const value = read(bytes);
    return { canonical: canonical(value), sha256: digest(kind, value) };
  })],
}));

function answer(line) {
  const request = orRefusal(() => ({ value: read(line) })).value;
  const id = isObject(request) && isString(request.id) ? request.id : null;
  if (id === null || !isString(request.do)) return { error: "MALFORMED_REQUEST", id };
  if (!REQUESTS.has(request.do)) return { error: "UNKNOWN_REQUEST", id };
  const [needs, make] = REQUESTS.get(request.do);
  const given = values(request, needs);
  return given === null ? { error: "MALFORMED_REQUEST", id } : { ...make(given), id };
}

// P-MALFORMED: the values of a request's members, or null.
function values(request, needs) {
  const given = {};
  if (Object.keys(request).length !== 2 + Object.keys(needs).length) return null;
  for (const [name, type] of Object.entries(needs)) {
    const encoded = type === "bytes" && !(name in request);
    const text = request[encoded ? `${name}_base64` : name];
    if (!isString(text) || (type === "kind" && !KINDS.includes(text))) return null;
    given[name] = type === "kind" ? text : Buffer.from(text, encoded ? "base64" : "utf8");
    if (encoded && given[name].toString("base64") !== text) return null; // Node reads it laxly
  }
  return given;
}

// P-LINES, P-SIZE: lines are cut out of the bytes as they come. One that has grown too long is
// counted on and not kept. `write` gives false when the other side reads slower than we answer.
async function serve(input, output, longest = 67108864) {
  let parts = [], length = 0;
  const add = (part) => {
    length += part.length;
    if (length > longest) parts = []; else parts.push(part);
  };
  const reply = async () => {
    const made = length > longest ? { error: "TOO_LARGE", id: null } : answer(Buffer.concat(parts));
    [parts, length] = [[], 0];
    if (!output.write(`${canonical(made)}\n`)) await once(output, "drain");
  };
  for await (let chunk of input) {
    for (let end; (end = chunk.indexOf(0x0a)) >= 0; chunk = chunk.subarray(end + 1)) {
      add(chunk.subarray(0, end));
      await reply();
    }
    add(chunk);
  }
  if (length > 0) await reply(); // a final line without LF counts
}

process.stdout.on("error", () => process.exit(1)); // nobody is reading any more
await serve(process.stdin, process.stdout);
