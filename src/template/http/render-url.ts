import type { TextTemplate, UrlTemplate } from "../../model/backend.ts";
import type { PlannedText } from "../../model/plan.ts";
import { showValue } from "../../params/show-value.ts";
import { parseUrl } from "../../scope/parse-url.ts";
import { encodeUrlText } from "./encode-url-text.ts";
import { joinPieces, refuse, standIn } from "./http-values.ts";
import type { HttpValues, Rendered } from "./http-values.ts";
import { renderPairs } from "./render-pairs.ts";
import { renderPath } from "./render-path.ts";

/** A URL as it is sent, and where that is: host without brackets, port filled in. */
export interface RenderedUrl {
  readonly url: PlannedText;
  readonly host: string;
  readonly port: number;
}

/** Longer ones are cut or refused somewhere on the way. */
const MAX_LENGTH = 8192;
const DEFAULT_PORTS = { http: 80, https: 443 } as const;

/** Puts values into a URL. What comes out is read by every client as the parts that the author wrote, and no others. */
export function renderUrl(template: UrlTemplate, values: HttpValues): Rendered<RenderedUrl> {
  const place = renderPlace(template, values);
  if (!place.ok) return place;
  const path = renderPath(template.path, values);
  if (!path.ok) return path;
  const query = template.query === null ? [] : renderPairs(template.query, values, QUERY);
  const mark = query.length === 0 ? "" : "?";
  const { origin, host, port } = place.part;
  const url = joinPieces([{ kind: "text", text: origin }, ...path.part, { kind: "text", text: mark }, ...query]);
  const text = standIn(url);
  if (text.length > MAX_LENGTH) return refuse(longest(values), "too_long", tooLong(text.length));
  // The standard parser has the last word: what it would turn into something else is not sent.
  if (!URL.canParse(text) || new URL(text).href !== text) {
    return refuse("", "type", "The URL would be read as another one than the tool's author wrote.");
  }
  return { ok: true, part: { url, host, port } };
}

/** The parser for URLs writes a quote in a query as its code. */
const QUERY = { encode: encodeUrlText, as: "query", author: (text: string) => text.replaceAll("'", "%27") } as const;

interface UrlPlace {
  readonly origin: string;
  readonly host: string;
  readonly port: number;
}

function renderPlace({ scheme, host, port }: UrlTemplate, values: HttpValues): Rendered<UrlPlace> {
  const absent = [...host, ...port].find((part) => part.kind === "param" && !values.has(part.name));
  if (absent?.kind === "param") return refuse(absent.name, "missing", "The URL needs it.");
  const name = [...host, ...port].find((part) => part.kind === "param")?.name ?? "";
  const written = bracket(join(host, values).toLowerCase());
  const number = port.length === 0 ? DEFAULT_PORTS[scheme] : Number(join(port, values));
  const text = `${scheme}://${written}:${number}/`;
  if (written.includes("/")) return refuse(name, "type", "A block of addresses is no host: name one of them.");
  if (parseUrl(text)?.host !== unbracket(written)) {
    return refuse(name, "type", `Expected the host of a URL, got ${showValue(`${written}:${number}`)}.`);
  }
  const { hostname } = new URL(text);
  const suffix = number === DEFAULT_PORTS[scheme] ? "" : `:${number}`;
  return { ok: true, part: { origin: `${scheme}://${hostname}${suffix}`, host: unbracket(hostname), port: number } };
}

/** A target that is an IPv6 address comes without the brackets that it has in a URL. */
function bracket(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

function unbracket(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

/** Places of a host and a port are whole values that their types have checked. */
function join(template: TextTemplate, values: HttpValues): string {
  const texts = template.map((part) => {
    if (part.kind === "text") return part.text;
    return part.kind === "param" ? (values.get(part.name)?.text ?? "") : "";
  });
  return texts.join("");
}

function tooLong(length: number): string {
  return `The URL would have ${length} characters, at most ${MAX_LENGTH} are sent; send less.`;
}

function longest(values: HttpValues): string {
  const sorted = [...values].sort(([, one], [, other]) => other.text.length - one.text.length);
  return sorted[0]?.[0] ?? "";
}
