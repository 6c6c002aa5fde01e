import type { TrustState } from "../../config/config.ts";
import type { Cli } from "../cli.ts";
import { wrapText } from "./wrap-text.ts";

/** Says that a project's tools and settings are missing, and why, so that nobody wonders. */
export function warnUntrusted(trust: TrustState, cli: Cli): void {
  if (trust.kind !== "untrusted") return;
  const why = trust.reason === "changed" ? "changed since it was trusted" : "is not trusted yet";
  const said = `This folder ${why}: its tools, its allow rules and what it sets are left out. See \`toolgate trust\`.`;
  cli.note(`${cli.err.colors.yellow("!")} ${wrapText(said, cli.err.width, 2)}`);
}
