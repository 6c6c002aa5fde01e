import type { JsonObject } from "../../model/json.ts";

/** Where an agent's hooks are configured, and what belongs there. */
export interface HookSettings {
  /** Path of the file below the person's home folder. */
  readonly user: string;
  /** Path of the file below the project's folder. */
  readonly project: string;
  /** A variable that names another folder instead of the first part of `user`. @default none */
  readonly userVariable?: string | undefined;
  /** Members that the file must have besides. @default none */
  readonly base?: JsonObject | undefined;
  /** @param command a line for a shell */
  readonly entries: (command: string, timeoutSeconds: number) => readonly HookEntry[];
  /** What a person has to know or do besides. */
  readonly notes: readonly string[];
}

/** One element of one list of the file. */
export interface HookEntry {
  /** Members that lead to the list. */
  readonly list: readonly [string, ...string[]];
  readonly item: JsonObject;
}
