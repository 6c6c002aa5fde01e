import type { SessionFact } from "../../../model/facts.ts";
import type { CedarValue } from "../cedar-engine.ts";
import type { AttributeInput } from "./attributes.ts";

type Page = NonNullable<SessionFact["page"]>;

/** What policies can read of a page, and what holds where there is none. */
export const PAGE_FIELDS: Readonly<
  Record<string, { readonly type: "String" | "Boolean" | "Long"; readonly none: CedarValue }>
> = {
  url: { type: "String", none: "" },
  title: { type: "String", none: "" },
  domain: { type: "String", none: "" },
  has_forms: { type: "Boolean", none: false },
  is_authenticated: { type: "Boolean", none: false },
  page_loaded: { type: "Boolean", none: false },
  tab_count: { type: "Long", none: 0 },
};

/** A field of an open page that nobody looked at is left out: it is not known, which is not the same as empty. */
export function toPageState(page: Page | null): CedarValue {
  const fields = Object.entries(PAGE_FIELDS).flatMap(([name, { type, none }]) => {
    if (page === null) return [[name, none] as const];
    const value = page[name];
    return value !== undefined && isOfType(value, type) ? [[name, toText(value)] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** The host that the call's URLs agree on, else that of the open page; `""` without either. */
export function findUrlDomain({ call, facts, urlParams }: AttributeInput): CedarValue | undefined {
  const urls = urlParams.map((name) => call.args[name]).filter((value) => value !== undefined && value !== null);
  const hosts = new Set(urls.map((url) => (typeof url === "string" ? findHost(url) : undefined)));
  if (hosts.size > 1) return undefined;
  for (const host of hosts) return host;
  const page = facts.session?.page ?? null;
  if (page === null) return "";
  const { domain, url } = page;
  return typeof domain === "string" ? domain : typeof url === "string" ? findHost(url) : undefined;
}

function findHost(url: string): string | undefined {
  return URL.parse(url)?.hostname;
}

function isOfType(value: string | number | boolean, type: "String" | "Boolean" | "Long"): boolean {
  return type === "Long" ? Number.isSafeInteger(value) : typeof value === type.toLowerCase();
}

function toText(value: string | number | boolean): string | number | boolean {
  return typeof value === "string" ? value.toWellFormed() : value;
}
