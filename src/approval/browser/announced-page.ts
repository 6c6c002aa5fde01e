import { isSameSecret, makeMac } from "./key-mac.ts";

/** A gateway that serves the page, as other processes find it. */
export interface AnnouncedPage {
  /** Made anew at each start. */
  readonly gateway: string;
  /** Such as `http://127.0.0.1:4815`. */
  readonly base: string;
}

/** A row that somebody wrote past Toolgate would lead people, and their login, elsewhere: so it is sealed. */
export function sealPage(key: Uint8Array, workspace: string, { gateway, base }: AnnouncedPage): string {
  return JSON.stringify({ gateway, base, mac: macOf(key, workspace, { gateway, base }) });
}

/** What `sealPage` gave for this workspace, or `null`. */
export function openPage(key: Uint8Array, workspace: string, text: string): AnnouncedPage | null {
  const { gateway, base, mac } = parseObject(text);
  if (typeof gateway !== "string" || typeof base !== "string" || typeof mac !== "string") return null;
  return isSameSecret(macOf(key, workspace, { gateway, base }), mac) ? { gateway, base } : null;
}

function macOf(key: Uint8Array, workspace: string, { gateway, base }: AnnouncedPage): string {
  return makeMac(key, { what: "approval page", workspace, gateway, base });
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
