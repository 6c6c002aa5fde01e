import type { RepositoryLimits } from "./option-table.ts";
import { findOptionTable, findSubcommand, toWords } from "./option-tables.ts";

/**
 * Environment that keeps a program's own configuration from starting others; empty for an unknown program. `look` is asked
 * only for a program that reads settings of the repository around its folder.
 */
export function freeModeEnvironment(binary: string, look: () => RepositoryLimits): Readonly<Record<string, string>> {
  const table = findOptionTable(binary);
  return table?.repositoryEnvironment?.(look()) ?? table?.environment ?? {};
}

/** The checked list with the options that keep configured programs from running, right after the subcommand. */
export function freeModeArgs(binary: string, args: readonly string[]): readonly string[] {
  const subcommands = findOptionTable(binary)?.subcommands ?? {};
  const key = findSubcommand(Object.keys(subcommands), args);
  const rules = key === null ? undefined : subcommands[key];
  if (key === null || rules === undefined) return args;
  const words = toWords(key).length;
  return [...args.slice(0, words), ...rules.hardening, ...args.slice(words)];
}
