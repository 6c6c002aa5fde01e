import type { JsonObject } from "../../model/json.ts";
import type { UpstreamRequest } from "../../model/backend.ts";

/** One resource, resource template or prompt of an upstream server. */
export interface Offer {
  readonly server: string;
  /** The tool that asking for it is judged as. */
  readonly tool: string;
  /** Its URI, URI template or name: as clients know it, and as its server does. */
  readonly shown: string;
  readonly original: string;
  /** As the protocol lists it, under the name that clients know it by: its known members, made harmless. */
  readonly entry: JsonObject;
}

/** What upstream servers offer besides tools. */
export interface Offers {
  readonly resources: readonly Offer[];
  readonly templates: readonly Offer[];
  readonly prompts: readonly Offer[];
}

/** By what asking for an offer is judged. */
export const OFFER_REQUESTS: Readonly<Record<keyof Offers, UpstreamRequest>> = {
  resources: "resources/read",
  templates: "resources/read",
  prompts: "prompts/get",
};
