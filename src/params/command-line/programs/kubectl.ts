import { SOME, toReading } from "../reading.ts";
import type { ReadingWord } from "../reading.ts";
import type { ProgramKnowledge } from "./program.ts";

const ELSEWHERE = "sends the credential to another server";

/** Kubernetes' program. */
export const KUBECTL: ProgramKnowledge = {
  valueOptions: new Set([
    "-n",
    "--namespace",
    "--as",
    "--as-group",
    "--as-uid",
    "--cache-dir",
    "--client-certificate",
    "--client-key",
    "--cluster",
    "--context",
    "--log-flush-frequency",
    "--password",
    "--profile",
    "--profile-output",
    "--request-timeout",
    "--token",
    "--user",
    "--username",
    "-v",
    "--v",
    "--vmodule",
  ]),
  prefixes: new Set(),
  never: [
    { words: ["config", "view"], why: "prints the credential" },
    { words: ["config", "set"], why: "changes what later calls do" },
    { words: ["config", "unset"], why: "changes what later calls do" },
    { words: ["config", "use"], why: "changes what later calls do" },
    { words: ["config", "delete"], why: "changes what later calls do" },
    { words: ["config", "rename"], why: "changes what later calls do" },
    { words: ["kuberc"], why: "gives a denied command another name" },
    { words: ["proxy"], why: "lends the credential to whoever connects" },
  ],
  neverOptions: [
    { pattern: /^--server(=|$)|^-[ARhipqtw]*s/, shown: "--server", why: ELSEWHERE },
    { pattern: /^--kubeconfig(=|$)/, shown: "--kubeconfig", why: "uses another credential" },
    { pattern: /^--(insecure-skip-tls-verify|tls-server-name|certificate-authority)(=|$)/, shown: "--insecure-skip-tls-verify and its like", why: "trusts whoever answers" }, // prettier-ignore
    { pattern: /^--kuberc(=|$)/, shown: "--kuberc", why: "can give a denied command another name" },
    { pattern: /^--(helm-command|enable-alpha-plugins)(=|$)/, shown: "--helm-command and --enable-alpha-plugins", why: "starts other programs" }, // prettier-ignore
  ],
  alsoMeans: toMeanings,
  environment: {},
};

/** The names that one kind of thing goes by. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ["ns", "namespace"],
  ["namespaces", "namespace"],
  ["no", "node"],
  ["nodes", "node"],
]);
/** What these name is not in the arguments. */
const UNSEEN = /^(-f|-k|--filename(=|$)|--kustomize(=|$)|--raw(=|$))/;
const REPLACES = /^--(prune|force)(=|$)/;

/** What is deleted may be named in many ways: `ns/a`, `pod/a,ns/b`, `Namespaces.v1`, or in a file. */
function toMeanings(args: readonly string[], words: readonly string[]): readonly (readonly ReadingWord[])[] {
  const deletes = words.includes("delete");
  const isReplaced = (words.includes("apply") || words.includes("replace")) && args.some((arg) => REPLACES.test(arg));
  const isUnseen = isReplaced || (deletes && args.some((arg) => UNSEEN.test(arg)));
  const kinds = deletes ? words.flatMap((word) => word.split(",")).map(toKind) : [];
  return [
    ...(isUnseen ? [[...toReading("delete"), SOME]] : []),
    ...[...new Set(kinds)].map((kind) => toReading("delete", kind)),
  ];
}

function toKind(word: string): string {
  const [kind = ""] = word.toLowerCase().split(/[/.]/);
  return KINDS.get(kind) ?? kind;
}
