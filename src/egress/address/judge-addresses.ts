import { showText } from "../../text/show-text.ts";
import type { EgressRules } from "../egress.ts";
import { findTranslated, toCanonicalAddress } from "./canonical-address.ts";
import { classifyAddress } from "./classify-address.ts";

export type JudgedAddresses =
  { readonly ok: true; readonly addresses: readonly string[] } | { readonly ok: false; readonly reason: string };

/**
 * Whether a host may be reached at the addresses that it leads to, which come back in their one spelling. One address that
 * may not be reached refuses all: a name with a public and a private address is how rebinding begins.
 */
export function judgeAddresses(
  host: string,
  addresses: readonly string[],
  rules: Pick<EgressRules, "permitsAddress" | "excludesAddress">,
): JudgedAddresses {
  if (addresses.length === 0) return { ok: false, reason: "no address is known for it" };
  const judged: string[] = [];
  for (const text of addresses) {
    const kind = classifyAddress(text);
    const address = toCanonicalAddress(text);
    if (address === null) return { ok: false, reason: `it leads to ${showText(text)}, which is not an address` };
    const what = address === host ? "this address" : `it leads to ${address}, which`;
    if (kind !== "public" && !rules.permitsAddress(address, host)) {
      return { ok: false, reason: `${what} is ${kind}; only public addresses and listed ones may be reached` };
    }
    const meant = [address, findTranslated(address) ?? address];
    if (meant.some((each) => rules.excludesAddress?.(each) === true)) {
      return { ok: false, reason: `${what} is excluded` };
    }
    judged.push(address);
  }
  return { ok: true, addresses: [...new Set(judged)] };
}
