import { GIT_ENVIRONMENT } from "../../free/git/git-environment.ts";
import { SOME, toReading } from "../reading.ts";
import type { ReadingWord } from "../reading.ts";
import { HANDED_ON } from "./handed-on.ts";
import type { ProgramKnowledge } from "./program.ts";

const SETTINGS = Number(GIT_ENVIRONMENT["GIT_CONFIG_COUNT"] ?? 0);
/** A plain folder whose files make it a repository is none: whoever may write files could set anything in it. */
const NO_BARE_REPOSITORY = {
  GIT_CONFIG_COUNT: String(SETTINGS + 1),
  [`GIT_CONFIG_KEY_${SETTINGS}`]: "safe.bareRepository",
  [`GIT_CONFIG_VALUE_${SETTINGS}`]: "explicit",
};

/** GitHub's program. `gh api` reaches everything that the subcommands do, so what it asks for is read as one of them. */
export const GH: ProgramKnowledge = {
  valueOptions: new Set(["-R", "--repo", "--hostname"]),
  prefixes: new Set(),
  never: [
    { words: ["alias"], why: "gives a denied command another name" },
    { words: ["extension"], why: "installs and runs other programs" },
    { words: ["extensions"], why: "installs and runs other programs" },
    { words: ["ext"], why: "installs and runs other programs" },
  ],
  neverOptions: [HANDED_ON],
  alsoMeans: toMeanings,
  // `gh` runs git in the working folder, where hooks and settings may be anybody's.
  environment: {
    ...GIT_ENVIRONMENT,
    ...NO_BARE_REPOSITORY,
    GH_PAGER: "cat",
    GH_PROMPT_DISABLED: "1",
    GH_NO_UPDATE_NOTIFIER: "1",
  },
};

/** Parts of addresses, and the subcommand that manages the same. */
const ADDRESSES: readonly (readonly [part: RegExp, subcommand: string])[] = [
  [/\/secrets(\/|$)/, "secret"],
  [/\/user\/(keys|ssh_signing_keys)(\/|$)/, "ssh-key"],
  [/\/user\/gpg_keys(\/|$)/, "gpg-key"],
];

function toMeanings(args: readonly string[], words: readonly string[]): readonly (readonly ReadingWord[])[] {
  if (!words.includes("api")) return [];
  const addresses = words.map(toAddress);
  const managed = ADDRESSES.filter(([part]) => addresses.some((address) => part.test(address)));
  return [
    ...(isDeletion(args) ? [[SOME, ...toReading("delete")]] : []),
    ...(addresses.some((address) => /\/graphql\/?$/.test(address)) && isOpaque(args) ? [[SOME]] : []),
    ...managed.map(([, subcommand]) => [...toReading(subcommand), SOME]),
  ];
}

/** The path of an address as a server reads it. */
function toAddress(word: string): string {
  const url = URL.parse(word.replace(/^\/+/, ""), "https://api.github.com/");
  try {
    return decodeURIComponent(url?.pathname ?? word).replace(/\/+/g, "/");
  } catch {
    return word;
  }
}

/** `-X DELETE`, `-XDELETE`, `-iX=delete`, `--method=delete`, and the header that overrides the method. */
function isDeletion(args: readonly string[]): boolean {
  return args.some((arg) => /^(-[a-z]*x=?|--method=)?delete$|method-override/i.test(arg));
}

/** A query that changes something, or that is read from a file. */
function isOpaque(args: readonly string[]): boolean {
  return args.some((arg) => /mutation|^--input(=|$)|=@/i.test(arg));
}
