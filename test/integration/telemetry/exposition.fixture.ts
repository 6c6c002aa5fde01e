/** One line of numbers. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (NaN|[+-]Inf|[-+]?[0-9.]+(?:e[-+]?[0-9]+)?)$/i;
const HELP = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) \S.*$/;
const TYPE = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)$/;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(?:,|$)/;

/**
 * Reads the text format of Prometheus as strictly as `promtool check metrics`: every family has one HELP and one TYPE before
 * its samples, stands in one piece, no series comes twice, counters end in `_total`, and histograms are whole.
 * @throws Error saying what is wrong with which line
 */
export function parseExposition(text: string): readonly Sample[] {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const families = new Map<string, { readonly type: string }>();
  const helped = new Set<string>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  let current = "";
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const help = HELP.exec(line);
    const type = TYPE.exec(line);
    if (help?.[1] !== undefined) {
      if (helped.has(help[1])) throw new Error(`twice: ${line}`);
      helped.add(help[1]);
    } else if (type?.[1] !== undefined) {
      if (families.has(type[1]) || !helped.has(type[1]))
        throw new Error(`TYPE without or before HELP, or twice: ${line}`);
      if (type[2] === "counter" && !type[1].endsWith("_total")) throw new Error(`a counter without _total: ${line}`);
      families.set(type[1], { type: type[2] ?? "" });
      current = type[1];
    } else {
      const sample = parseSample(line);
      const family = families.get(current);
      const suffixes = family?.type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
      if (!suffixes.some((suffix) => sample.name === `${current}${suffix}`))
        throw new Error(`outside of its family: ${line}`);
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
      if (seen.has(key)) throw new Error(`twice: ${line}`);
      seen.add(key);
      samples.push(sample);
    }
  }
  for (const [name, { type }] of families) if (type === "histogram") checkHistogram(name, samples);
  return samples;
}

function parseSample(line: string): Sample {
  const [, name = "", labels = "", value = ""] = SAMPLE.exec(line) ?? [];
  if (name === "") throw new Error(`no sample: ${line}`);
  return { name, labels: parseLabels(labels, line), value: Number(value.replace("Inf", "Infinity")) };
}

function parseLabels(text: string, line: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== "";) {
    const [whole = "", name = "", value = ""] = LABEL.exec(rest) ?? [];
    if (whole === "" || Object.hasOwn(labels, name)) throw new Error(`labels: ${line}`);
    labels[name] = value;
    rest = rest.slice(whole.length);
  }
  return labels;
}

/** Buckets grow, the last one is `+Inf`, and has as many as `_count` says. */
function checkHistogram(name: string, samples: readonly Sample[]): void {
  const toKey = ({ labels }: Sample): string =>
    JSON.stringify(
      Object.entries(labels)
        .filter(([label]) => label !== "le")
        .sort(),
    );
  const of = (suffix: string): readonly Sample[] => samples.filter((sample) => sample.name === `${name}${suffix}`);
  for (const count of of("_count")) {
    const buckets = of("_bucket").filter((bucket) => toKey(bucket) === toKey(count));
    const values = buckets.map(({ value }) => value);
    const isGrowing = values.every((value, index) => value >= (values[index - 1] ?? 0));
    if (!isGrowing || buckets.at(-1)?.labels["le"] !== "+Inf" || values.at(-1) !== count.value) {
      throw new Error(`the histogram ${name} is not whole for ${toKey(count)}`);
    }
  }
}
