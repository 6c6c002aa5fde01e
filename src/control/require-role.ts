import type { Caller, Role } from "../model/caller.ts";

/** @throws when the caller has none of the roles that may do this */
export function requireRole(action: string, caller: Caller, roles: readonly Role[] = ["admin"]): void {
  if (roles.some((role) => caller.roles.includes(role))) return;
  throw new Error(`${action} needs the role \`admin\`; ${caller.credential} has: ${caller.roles.join(", ") || "none"}`);
}
