/** Lines of a value that are shorter say little and stand everywhere. */
const MIN_LINE = 8;
/** The same for what a value becomes inside of a longer text that is encoded. */
const MIN_ENCODED_BYTES = 6;

/**
 * What a program may print of a value without having hidden it: as it is, line by line, in JSON, in a URL or a form, in
 * HTML, in base64 alone or with something before it (`user:password`), and in hex.
 */
export function toSpellings(value: string): readonly string[] {
  return toParts(value).flatMap((part) => [...toTexts(part), ...toEncodings(Buffer.from(part))]);
}

/** A key file has many lines, and few programs print the line end that a value was given with. */
function toParts(value: string): readonly string[] {
  const lines = value.split(/[\r\n]+/).map((line) => line.trim());
  return [...new Set([value, value.trim(), ...lines.filter((line) => line.length >= MIN_LINE)])];
}

function toTexts(text: string): readonly string[] {
  const json = quote(text);
  const url = encodeURIComponent(text);
  const form = new URLSearchParams({ v: text }).toString().slice(2);
  const urls = [url, url.replaceAll("%20", "+"), encodeURI(text), form];
  const shell = text.replaceAll("'", "'\\''");
  const jsons = [json, quote(json), ...toAscii(json), json.replaceAll("/", "\\/"), toScriptSafe(json)];
  return [text, ...jsons, ...urls, ...urls.map(toLowerCodes), toHtml(text), shell];
}

/** JSON as programs write it that may put it into a page. */
function toScriptSafe(json: string): string {
  return json.replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
}

function quote(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** JSON as programs write it that keep to ASCII, with small and with capital hex digits. */
function toAscii(json: string): readonly string[] {
  const escape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const small = json.replace(/[\u007f-\uffff]/g, escape);
  return [small, json.replace(/[\u007f-\uffff]/g, (char) => `\\u${escape(char).slice(2).toUpperCase()}`)];
}

function toLowerCodes(url: string): string {
  return url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

function toHtml(text: string): string {
  const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (char) => named[char] ?? char);
}

function toEncodings(bytes: Buffer): readonly string[] {
  const base64 = bytes.toString("base64");
  const whole = [base64, base64.replace(/=+$/, ""), bytes.toString("base64url")];
  if (bytes.length < MIN_ENCODED_BYTES) return whole;
  const hex = bytes.toString("hex");
  const inside = [0, 1, 2].map((before) => insideBase64(bytes, before));
  return [...whole, ...inside, ...inside.map(toUrlSafe), hex, hex.toUpperCase()];
}

/** The characters that depend on the value alone when that many bytes (counted in threes) stand before it. */
function insideBase64(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const isWhole = (before + bytes.length) % 3 === 0;
  return text.slice([0, 2, 3][before], isWhole ? undefined : -1);
}

function toUrlSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}
