import type { JsonObject } from "../../model/json.ts";

export interface WatchedArguments {
  /** The same values, without those that are not known. */
  readonly args: JsonObject;
  /** The first unknown one that somebody asked for, or that may have mattered to whoever went through all of them. */
  readonly asked: () => string | null;
}

/**
 * Notices when a judgement reads an argument whose value nobody kept: what it says then is not known to be what it would
 * have said. So no list of who reads what has to be kept beside the judgement itself.
 */
export function watchArguments(args: JsonObject, unknown: ReadonlyMap<string, unknown>): WatchedArguments {
  const [first = null] = unknown.keys();
  let asked: string | null = null;
  const note = (name: string | symbol): void => {
    if (typeof name === "string" && unknown.has(name)) asked ??= name;
  };
  const watched = new Proxy(args, {
    get(target, name) {
      note(name);
      return Reflect.get(target, name) as unknown;
    },
    has(target, name) {
      note(name);
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor(target, name) {
      note(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    ownKeys(target) {
      asked ??= first;
      return Reflect.ownKeys(target);
    },
  });
  return { args: watched, asked: () => asked };
}
