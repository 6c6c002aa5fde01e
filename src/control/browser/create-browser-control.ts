import { randomUUID } from "node:crypto";
import { openPage, sealPage } from "../../approval/browser/announced-page.ts";
import type { AnnouncedPage } from "../../approval/browser/announced-page.ts";
import { APPROVALS_PATH } from "../../approval/browser/approval-page.ts";
import type { ApprovalPage } from "../../approval/browser/approval-page.ts";
import { makeLoginCode, openLoginCode } from "../../approval/browser/login-code.ts";
import type { ControlPlane } from "../../call/runtime.ts";
import type { Config } from "../../config/config.ts";
import type { Caller } from "../../model/caller.ts";
import { PAGE_KEY } from "../../storage/setting-keys.ts";
import type { Store } from "../../storage/store.ts";
import { localOwner } from "../identity.ts";
import type { BrowserControl, LoginLink, ServedPage } from "./browser-control.ts";

export interface BrowserControlParts extends Pick<ControlPlane, "recordAdmin"> {
  readonly store: Pick<Store, "settings">;
  readonly config: Pick<Config, "workspace" | "tenant">;
  readonly approverKey: Uint8Array;
  /** Where clients learn of the page. */
  readonly approvalPage: ApprovalPage;
}

export function createBrowserControl(parts: BrowserControlParts): BrowserControl {
  const { store, config, approverKey } = parts;
  const key = `${PAGE_KEY}${config.workspace}`;
  return {
    async serve(base, forClients) {
      const page = { gateway: randomUUID(), base };
      const sealed = sealPage(approverKey, config.workspace, page);
      await store.settings.set(key, sealed);
      if (forClients) parts.approvalPage.move(base);
      return createServedPage(page, parts, async () => {
        // Another gateway of this workspace may have come since; its word stays.
        if ((await store.settings.get(key)) === sealed) await store.settings.set(key, null);
      });
    },
    async link(approvalId) {
      const text = await store.settings.get(key);
      const page = text === null ? null : openPage(approverKey, config.workspace, text);
      return page === null ? null : toLink(page, approverKey, approvalId);
    },
  };
}

function createServedPage(page: AnnouncedPage, parts: BrowserControlParts, forget: () => Promise<void>): ServedPage {
  const { approverKey, config, recordAdmin, approvalPage } = parts;
  const used = new Map<string, number>();
  return {
    link: (approvalId) => toLink(page, approverKey, approvalId),
    async logIn(code) {
      const now = Date.now();
      for (const [nonce, expiresAt] of used) if (expiresAt <= now) used.delete(nonce);
      const opened = openLoginCode(approverKey, page.gateway, code, now);
      if (opened === null || used.has(opened.nonce)) return null;
      used.set(opened.nonce, opened.expiresAt);
      // Whoever made the code holds the approver key. Their answers say that they came from a browser.
      const person: Caller = { ...localOwner(config.tenant), agent: "browser" };
      await recordAdmin("browser.login", {}, person);
      return person;
    },
    async close() {
      approvalPage.move(null);
      await forget();
    },
  };
}

function toLink({ gateway, base }: AnnouncedPage, key: Uint8Array, approvalId: string | null): LoginLink {
  const { code, expiresAt } = makeLoginCode(key, gateway, Date.now());
  const question = approvalId === null ? "" : `/${encodeURIComponent(approvalId)}`;
  return { url: `${base}${APPROVALS_PATH}/login/${code}${question}`, expiresAt: new Date(expiresAt).toISOString() };
}
