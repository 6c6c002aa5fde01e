import { z } from "zod";
import { isSecretName } from "../../secrets/secret-name.ts";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigData } from "../file/data/config-data.ts";
import { host, place } from "./common.ts";

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
const KINDS = ["env", "store", "file", "vault"] as const;
type Kind = (typeof KINDS)[number];

/** Part of a path of a key-value store. */
const steps = (): z.ZodString =>
  z
    .string()
    .max(500)
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/, "names with `/` between them");

const variable = (): z.ZodString => z.string().regex(VARIABLE, "the name of a variable");

const keys = z.strictObject({
  kind: z.enum(KINDS).meta({
    description:
      "`env`: variables of Toolgate's environment. `store`: its own database, sealed. `file`: a file for each secret. " +
      "`vault`: a KV engine of Vault or OpenBao.",
  }),
  prefix: z.string().regex(VARIABLE, "the beginning of a variable's name").optional().meta({
    description: "`env`: what the variables' names begin with; the secret `api_key` is `<prefix>API_KEY`.",
    default: DEFAULTS.secretsPrefix,
  }),
  folder: place().optional().meta({
    description:
      "`file`: the folder, relative to this file. Each file is called as its secret, and readable by you only.",
  }),
  url: z.string().max(2000).optional().meta({
    description: "`vault`: where it is, with `https`; `http` is for this machine only.",
  }),
  mount: steps().optional().meta({ description: "`vault`: the path of the engine.", default: DEFAULTS.vaultMount }),
  path: steps()
    .optional()
    .meta({ description: "`vault`: the folder of the secrets in it. Each is its field `value`." }),
  version: z.int().min(1).max(2).optional().meta({
    description: "`vault`: of the KV engine.",
    default: DEFAULTS.vaultVersion,
  }),
  namespace: steps().optional().meta({ description: "`vault`: the namespace." }),
  token_env: variable().optional().meta({ description: "`vault`: the variable that holds the token." }),
  token_file: place()
    .optional()
    .meta({ description: "`vault`: the file that holds the token, relative to this file." }),
  timeout_seconds: z.int().min(1).max(300).optional().meta({
    description: "`vault`: time for one secret.",
    default: DEFAULTS.vaultTimeoutSeconds,
  }),
});

type Keys = z.infer<typeof keys>;

/** What belongs to which kind, besides `kind` itself. */
const OF_KIND: Readonly<Record<Kind, readonly (keyof Keys)[]>> = {
  env: ["prefix"],
  store: [],
  file: ["folder"],
  vault: ["url", "mount", "path", "version", "namespace", "token_env", "token_file", "timeout_seconds"],
};

const table = keys.superRefine((provider, context) => {
  const problem = findProblem(provider);
  if (problem !== null) context.addIssue({ code: "custom", message: problem });
});

const PLAIN = ["store", "env"] as const;
const needsTable = (name: unknown): boolean => name === "file" || name === "vault";

/** A place without settings. The two that need some are the likeliest mistake. */
const plain = z.enum(PLAIN, {
  error: ({ input }) => (needsTable(input) ? `a table such as \`{ kind = "${String(input)}", … }\`` : undefined),
});

const BOUND = /^(?:(?:builtin|user|project|session):)?[A-Za-z0-9_.*-]{1,200}$/;

function boundTool(): z.ZodString {
  return z.string().regex(BOUND, "a tool such as `repo.log`, `files.*` or `project:repo.log`");
}

const binding = z.strictObject({
  secret: z
    .string()
    .max(128)
    .refine(isSecretName, "the name of a secret: 1 to 128 of A-Z a-z 0-9 _ . -")
    .meta({ description: "The name of the secret." }),
  tools: z.union([boundTool(), z.array(boundTool()).min(1).max(1000)]).meta({
    description:
      "The tools that get it: names, or a whole beginning with `*`, such as `github.*`. `project:NAME` is about that layer " +
      "alone; not said: your own file is about your tools and the built-in ones, a project's also about the project's.",
  }),
  hosts: z
    .array(host())
    .max(1000)
    .optional()
    .meta({ description: "The hosts that it may be sent to. `[]`: none, only programs get it.", default: [] }),
});

/** `[secrets]`: where secrets are, and who gets them. */
export const secrets: z.ZodType<NonNullable<ConfigData["secrets"]>> = z.strictObject({
  providers: z
    .array(z.union([table, plain]))
    .min(1)
    .max(20)
    .optional()
    .meta({
      description:
        'Where secrets are looked for, the first that has one wins: `"store"`, `"env"`, or a table. Your own come before ' +
        "those of a trusted project.",
      default: ["store", "env"],
    }),
  bind: z
    .array(binding)
    .max(10_000)
    .optional()
    .meta({
      description:
        "Which tools get a secret, and which hosts. A secret that is bound to nothing is given to nobody. Those of both " +
        "files count, a project's where it is trusted.",
    }),
});

function findProblem(provider: Keys): string | null {
  const { kind } = provider;
  const foreign = Object.entries(provider)
    .filter(([key, value]) => key !== "kind" && value !== undefined && !OF_KIND[kind].some((own) => own === key))
    .map(([key]) => `\`${key}\``);
  if (foreign.length > 0) return `no ${foreign.join(", ")} beside \`kind = "${kind}"\``;
  if (kind === "file" && provider.folder === undefined) return '`folder` for `kind = "file"`';
  return kind === "vault" ? findVaultProblem(provider) : null;
}

function findVaultProblem({ url, token_env: variable, token_file: file }: Keys): string | null {
  if (url === undefined) return '`url` for `kind = "vault"`';
  if ((variable === undefined) === (file === undefined)) return "either `token_env` or `token_file`";
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isPlain = parsed?.username === "" && parsed.password === "" && parsed.search === "" && parsed.hash === "";
  const isSafe = parsed?.protocol === "https:" || (parsed?.protocol === "http:" && LOOPBACK.includes(parsed.hostname));
  return isPlain && isSafe ? null : "a `url` such as `https://vault.example.com`, with `https` but for this machine";
}
