/** What the host asks of the code inside the sandbox. Both answers are JSON. */
export interface SandboxAnswers {
  /** `{declarations: Recorded[], tooMany}`: what was declared so far. */
  readonly take: () => string;
  /** `{name, message, stack}` of a thrown value, without running code of the module. */
  readonly explain: (thrown: unknown) => string;
}

/** One `defineTool` call as it leaves the sandbox. */
export interface Recorded {
  readonly manifest: unknown;
  readonly hasHandler: boolean;
  readonly notJson: readonly { readonly path: string; readonly is: string }[];
  readonly stack: string;
}

export interface PreludeLimits {
  readonly maxDeclarations: number;
  /** Characters of JSON of one declaration. */
  readonly maxLength: number;
  readonly maxDepth: number;
}

/** How far writing one manifest has come. */
interface Writing {
  length: number;
  isFull: boolean;
  problems: string;
  count: number;
}

/** The objects around a value, innermost first. */
interface Chain {
  readonly value: object;
  readonly parent: Chain | null;
  readonly depth: number;
}

/**
 * Runs inside the sandbox before the module, as text: it must not refer to anything outside itself. It keeps the
 * built-ins that it needs for itself, builds its answers from strings alone, reads only data properties and iterates over
 * nothing, so whatever the module does to its globals or puts into a manifest takes no part in what is reported.
 */
// eslint-disable-next-line max-lines-per-function -- one function, because its text is what the sandbox runs
export function installPrelude(limits: PreludeLimits): SandboxAnswers {
  const { getOwnPropertyDescriptor, getPrototypeOf, ownKeys, defineProperty, apply } = Reflect;
  const { isArray } = Array;
  const { hasOwn, freeze } = Object;
  const { isFinite } = Number;
  const { stringify } = JSON;
  const toText = String;
  // Kept apart from their objects on purpose, and only ever called through `apply`.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { slice } = String.prototype;
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { test } = RegExp.prototype;
  const objectPrototype: unknown = Object.prototype;
  const arrayPrototype: unknown = Array.prototype;
  const ErrorClass = Error;
  const plainKey = /^[A-Za-z_$][\w$]*$/;
  let declarations = "";
  let count = 0;

  const quote = (text: string): string => stringify(text);
  const cut = (text: string, length: number): string => apply(slice, text, [0, length]);
  const step = (key: string): string => (apply(test, plainKey, [key]) ? `.${key}` : `[${quote(cut(key, 100))}]`);

  /** Own data property or `undefined`; `hasOwn` keeps a changed `Object.prototype` out of the descriptor. */
  const read = (object: object, key: PropertyKey): unknown => {
    const descriptor = getOwnPropertyDescriptor(object, key);
    return descriptor !== undefined && hasOwn(descriptor, "value") ? (descriptor.value as unknown) : undefined;
  };

  const report = (writing: Writing, path: string, is: string): string => {
    writing.count += 1;
    writing.length += 1;
    if (writing.count > 20) return "null";
    const separator = writing.problems === "" ? "" : ",";
    writing.problems += `${separator}{"path":${quote(cut(path, 300))},"is":${quote(is)}}`;
    return "null";
  };

  const overflow = (writing: Writing, path: string): string => {
    if (writing.isFull) return "null";
    writing.isFull = true;
    return report(writing, path, "too much data");
  };

  const writeText = (text: string, writing: Writing, path: string): string => {
    const written = text.length > limits.maxLength ? "" : quote(text);
    writing.length += text.length > limits.maxLength ? text.length : written.length;
    return writing.length > limits.maxLength ? overflow(writing, path) : written;
  };

  const write = (value: unknown, path: string, around: Chain | null, writing: Writing): string => {
    writing.length += 1;
    if (writing.length > limits.maxLength) return overflow(writing, path);
    if (typeof value === "string") return writeText(value, writing, path);
    if (typeof value === "number") return isFinite(value) ? `${value}` : report(writing, path, `${value}`);
    if (typeof value === "boolean") return value ? "true" : "false";
    if (value === null) return "null";
    if (value === undefined) return report(writing, path, "undefined");
    if (typeof value !== "object") return report(writing, path, `a ${typeof value}`);
    for (let outer = around; outer !== null; outer = outer.parent) {
      if (outer.value === value) return report(writing, path, "an object that holds itself");
    }
    const depth = around === null ? 1 : around.depth + 1;
    if (depth > limits.maxDepth) return report(writing, path, "nested too deeply");
    const chain: Chain = { value, parent: around, depth };
    return isArray(value) ? writeList(value, path, chain, writing) : writeObject(value, path, chain, writing);
  };

  const writeList = (list: object, path: string, chain: Chain, writing: Writing): string => {
    if (getPrototypeOf(list) !== arrayPrototype) return report(writing, path, "an object of a class");
    const length = read(list, "length") as number;
    // A list has the key `length` besides its entries.
    if (length > limits.maxLength || ownKeys(list).length !== length + 1) {
      return report(writing, path, "a list with holes or with members of other names");
    }
    let text = "";
    for (let index = 0; index < length && writing.length <= limits.maxLength; index++) {
      const member = `${path}[${index}]`;
      const descriptor = getOwnPropertyDescriptor(list, index);
      const written =
        descriptor !== undefined && hasOwn(descriptor, "value")
          ? write(descriptor.value, member, chain, writing)
          : report(writing, member, descriptor === undefined ? "a hole" : "a getter");
      text += index === 0 ? written : `,${written}`;
    }
    return `[${text}]`;
  };

  const writeObject = (object: object, path: string, chain: Chain, writing: Writing): string => {
    const prototype = getPrototypeOf(object);
    if (prototype !== objectPrototype && prototype !== null) return report(writing, path, "an object of a class");
    const keys = ownKeys(object);
    let text = "";
    for (let index = 0; index < keys.length && writing.length <= limits.maxLength; index++) {
      const key = keys[index];
      if (typeof key !== "string") report(writing, path, "an object with a symbol for a key");
      else if (!(path === "" && key === "handler")) {
        const member = path === "" && apply(test, plainKey, [key]) ? key : path + step(key);
        const descriptor = getOwnPropertyDescriptor(object, key);
        const written =
          descriptor !== undefined && hasOwn(descriptor, "value")
            ? descriptor.enumerable === true
              ? write(descriptor.value, member, chain, writing)
              : report(writing, member, "a hidden member")
            : report(writing, member, "a getter");
        const entry = `${writeText(key, writing, member)}:${written}`;
        // A key that was too long became `null`, which is no key.
        if (entry[0] === '"') text += text === "" ? entry : `,${entry}`;
      }
    }
    return `{${text}}`;
  };

  const record = (manifest: unknown, handler: unknown): void => {
    count += 1;
    if (count > limits.maxDeclarations) return;
    const writing: Writing = { length: 0, isFull: false, problems: "", count: 0 };
    const text = write(manifest, "", null, writing);
    const isObject = typeof manifest === "object" && manifest !== null;
    const inline = isObject ? getOwnPropertyDescriptor(manifest, "handler") : undefined;
    const inlineValue = isObject ? read(manifest, "handler") : undefined;
    if (inline !== undefined && typeof inlineValue !== "function") report(writing, "handler", "no function");
    if (handler !== undefined && typeof handler !== "function") report(writing, "the second argument", "no function");
    const hasHandler = typeof handler === "function" || typeof inlineValue === "function";
    const stack = read(new ErrorClass(), "stack");
    const entry =
      `{"manifest":${text},"hasHandler":${hasHandler},"notJson":[${writing.problems}],` +
      `"stack":${quote(typeof stack === "string" ? cut(stack, 10_000) : "")}}`;
    declarations += declarations === "" ? entry : `,${entry}`;
  };

  /** Climbs prototypes, since an error has its name from there. */
  const find = (object: object, key: string): string => {
    let at: object | null = object;
    for (let climbed = 0; at !== null && climbed < 10; climbed++) {
      const value = read(at, key);
      if (typeof value === "string") return cut(value, 2_000);
      at = getPrototypeOf(at);
    }
    return "";
  };

  const explain = (thrown: unknown): string => {
    const isObject = (typeof thrown === "object" && thrown !== null) || typeof thrown === "function";
    if (!isObject) {
      const shown = typeof thrown === "symbol" ? "a symbol" : cut(toText(thrown), 2_000);
      return `{"name":"","message":${quote(shown)},"stack":""}`;
    }
    const name = quote(find(thrown, "name"));
    return `{"name":${name},"message":${quote(find(thrown, "message"))},"stack":${quote(find(thrown, "stack"))}}`;
  };

  const fix = (object: object, key: string, value: unknown): void => {
    defineProperty(object, key, { value, writable: false, enumerable: false, configurable: false });
  };
  const absent = (object: object, key: string, why: string): void => {
    const refuse = (): never => {
      throw new ErrorClass(`${key} is not there while a module is loaded: ${why}`);
    };
    defineProperty(object, key, { get: refuse, enumerable: false, configurable: false });
  };
  const ignore = (): void => undefined;

  fix(globalThis, "defineTool", record);
  fix(globalThis, "tool", record);
  fix(globalThis, "ferridriver", freeze({ tool: record, defineTool: record }));
  fix(globalThis, "console", freeze({ log: ignore, info: ignore, warn: ignore, error: ignore, debug: ignore }));
  // What a text declares must depend on the text alone: people approve the text.
  absent(globalThis, "Date", "a declaration must not depend on the time. Use it inside the handler.");
  absent(globalThis, "Proxy", "a declaration is plain data.");
  absent(Math, "random", "a declaration must not depend on chance. Use it inside the handler.");

  return {
    take: () => `{"declarations":[${declarations}],"tooMany":${count > limits.maxDeclarations}}`,
    explain,
  };
}
