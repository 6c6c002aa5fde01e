/** The same numbers for the same seed, on every machine. */
export interface Dice {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** Letters and digits. */
  token(length: number): string;
  hex(length: number): string;
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    // Mulberry32
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const chars = (from: string, length: number): string =>
    Array.from({ length }, () => from[below(from.length)] ?? "").join("");
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    token: (length) => chars("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", length),
    hex: (length) => chars("0123456789abcdef", length),
  };
}

/** Lines as servers, programs and containers write them; one in two hundred holds a secret. */
export function makeLogs(dice: Dice, length: number, secrets: readonly string[]): string {
  const kinds: readonly (() => string)[] = [
    () =>
      `${time(dice)} INFO  [http-nio-${dice.below(64)}] c.e.web.RequestLog - method=GET path=/api/v1/users/${dice.below(1e6)}/orders status=200 durationMs=${dice.below(900)} bytes=${dice.below(1e6)} requestId=${dice.hex(16)}`,
    () =>
      `{"level":"info","time":${1_700_000_000_000 + dice.below(1e9)},"msg":"cache miss","key":"user:${dice.below(1e6)}","url":"https://svc-${dice.below(9)}.internal:8443/v2/items?limit=50&cursor=${dice.below(1e6)}","traceId":"${dice.hex(32)}"}`,
    () =>
      `10.${dice.below(255)}.${dice.below(255)}.7 - - [21/Nov/2025:07:0${dice.below(9)}:12 +0000] "POST /v1/tokens/${dice.below(1e5)} HTTP/1.1" 201 ${dice.below(1e5)} "-" "Mozilla/5.0 (X11; Linux x86_64)"`,
    () =>
      `${time(dice)} WARN  worker-${dice.below(20)} retry ${dice.below(5)} of 5 for job ${dice.hex(8)}-${dice.hex(4)}-${dice.hex(4)}-${dice.hex(4)}-${dice.hex(12)}: connection reset by peer`,
    () =>
      `    at com.example.service.OrderService.findAll(OrderService.java:${dice.below(900)}) ~[app.jar:1.${dice.below(9)}.0]`,
    () => `Pulled image registry.example/app@sha256:${dice.hex(64)} in ${dice.below(9)}.${dice.below(999)}s`,
  ];
  const leaks: readonly (() => string)[] = [
    () => `${time(dice)} DEBUG Authorization: Bearer ${dice.token(40)}`,
    () => `${time(dice)} DEBUG connecting to postgres://app:${dice.token(16)}@db.internal:5432/app`,
    () => `${time(dice)} DEBUG env API_KEY=${dice.token(32)} sent`,
    () => `${time(dice)} DEBUG got ${dice.pick(secrets)} back`,
  ];
  return makeLines(length, () => (dice.below(200) === 0 ? dice.pick(leaks)() : dice.pick(kinds)()));
}

/** Lines of programs, with the names and words that patterns look at more closely. */
export function makeSource(dice: Dice, length: number): string {
  // One noun in ten names a secret: about three times as many as in the source of this project.
  const nouns = (
    "user token order key session request config secret value cache author account invoice page file path event queue " +
    "job worker report filter column index message thread image folder project branch commit review comment label " +
    "status owner team member role"
  ).split(" ");
  const verbs = ["find", "parse", "create", "validate", "render", "authorize", "load", "encrypt"];
  const name = (): string =>
    dice.pick(verbs) + upper(dice.pick(nouns)) + (dice.below(3) === 0 ? upper(dice.pick(nouns)) : "");
  const kinds: readonly (() => string)[] = [
    () =>
      `export function ${name()}(${dice.pick(nouns)}: string, options: ${upper(dice.pick(nouns))}Options): Promise<void> {`,
    () => `  const ${dice.pick(nouns)} = await this.${name()}(${dice.pick(nouns)}.id, { limit: ${dice.below(100)} });`,
    () => `  if (${dice.pick(nouns)}.length === 0 || ${dice.pick(nouns)}Key !== undefined) return null;`,
    () => `  readonly ${dice.pick(nouns)}Token: ${upper(dice.pick(nouns))} | undefined;`,
    () => `import { ${name()} } from "../${dice.pick(nouns)}/${dice.pick(verbs)}-${dice.pick(nouns)}.ts";`,
    () =>
      `  // The ${dice.pick(nouns)} of a ${dice.pick(nouns)} is only known after the ${dice.pick(nouns)} was looked up once.`,
    () =>
      `    throw new Error(\`cannot ${dice.pick(verbs)} \${${dice.pick(nouns)}.name}: see https://example.com/docs/${dice.pick(nouns)}\`);`,
    () => `  }, [${dice.pick(nouns)}, ${dice.pick(nouns)}]);`,
    () => "}",
    () => "",
  ];
  return makeLines(length, () => dice.pick(kinds)());
}

function makeLines(length: number, makeLine: () => string): string {
  const lines: string[] = [];
  for (let made = 0; made < length;) {
    const line = makeLine();
    lines.push(line);
    made += line.length + 1;
  }
  // Through bytes and back, as output comes: one flat string.
  return Buffer.from(`${lines.join("\n")}\n`).toString("utf8");
}

function time(dice: Dice): string {
  return `2025-11-21T07:${10 + dice.below(50)}:${10 + dice.below(50)}.${100 + dice.below(900)}Z`;
}

function upper(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
