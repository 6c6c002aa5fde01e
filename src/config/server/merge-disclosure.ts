import type { DisclosureConfig } from "../../registry/disclosure/disclosure-config.ts";
import { DEFAULTS } from "../defaults.ts";
import type { DisclosureData } from "./disclosure-schema.ts";

/** Nothing in it lets anybody call more, so a trusted project may say it all; what it leaves open is the person's. */
export function mergeDisclosure(own: DisclosureData = {}, granted: DisclosureData = {}): DisclosureConfig {
  return {
    mode: granted.disclosure ?? own.disclosure ?? DEFAULTS.disclosure,
    threshold: granted.threshold ?? own.threshold ?? DEFAULTS.disclosureThreshold,
    core: granted.core ?? own.core ?? [],
    groups: { ...own.groups, ...granted.groups },
  };
}
