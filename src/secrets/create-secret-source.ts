import type { SecretsConfig } from "../config/config.ts";
import type { EgressClient } from "../egress/egress.ts";
import type { Store } from "../storage/store.ts";
import { showText } from "../text/show-text.ts";
import { explainUnbound } from "./bindings/explain-unbound.ts";
import { findBinding } from "./bindings/find-binding.ts";
import { createStoredSecrets } from "./create-stored-secrets.ts";
import { lookUp } from "./look-up.ts";
import type { LookedUp } from "./look-up.ts";
import { createProvider } from "./providers/create-provider.ts";
import type { Sealer } from "./seal.ts";
import { SecretError } from "./secret-source.ts";
import type { SecretSource, SecretUse } from "./secret-source.ts";

export interface SecretSourceOptions {
  readonly config: SecretsConfig;
  readonly store: Pick<Store, "secrets" | "revision">;
  /** The sealer of this moment. */
  readonly sealer: () => Promise<Sealer>;
  readonly egress: EgressClient;
  readonly environment: NodeJS.ProcessEnv;
  readonly workspace: string;
  readonly tenant: string;
}

/** Opens secrets, and says for people what opening would do. */
export interface SecretDesk extends SecretSource {
  /** Who bound the secret to the use; `null`: nobody. Rejects with `SecretError` where that cannot be said. */
  findBinding(name: string, use: SecretUse): Promise<string | null>;
  /** Which place has the secret, without asking who may have it. Rejects with `SecretError` where that cannot be said. */
  locate(name: string): Promise<LookedUp["place"]>;
}

/** Nothing is remembered from one call to the next: what was bound, changed or taken away holds for the next one. */
export function createSecretSource(options: SecretSourceOptions): SecretDesk {
  const { config } = options;
  const closing = new AbortController();
  const parts = { ...options, signal: closing.signal };
  const providers = config.providers.map((provider) => createProvider(provider, parts));
  const stored = createStoredSecrets(options);
  const bindingOf = async (name: string, use: SecretUse): Promise<string | null> =>
    findBinding(name, use, config.bindings, (await stored.open(name)).rows);
  const find = async (name: string): Promise<LookedUp> => {
    const { value, names } = await stored.open(name);
    const known = new Set([name, ...names, ...config.bindings.map(({ secret }) => secret)]);
    return lookUp({ name, known, stored: value }, providers);
  };
  return {
    async open(names, use) {
      const wanted = [...new Set(names)];
      // Before any place is asked, so that nobody learns what is there without a right to it.
      for (const name of wanted) if ((await bindingOf(name, use)) === null) throw explainUnbound(name, use);
      const found = await Promise.all(wanted.map(async (name) => [name, take(await find(name), name, use)] as const));
      return Object.fromEntries(found);
    },
    findBinding: bindingOf,
    locate: async (name) => (await find(name)).place,
    close() {
      closing.abort();
      return Promise.resolve();
    },
  };
}

/** The value, in a form that its use can take. */
function take({ value, without }: LookedUp, name: string, { tool, host }: SecretUse): string {
  const [what, whom] = [`the secret \`${showText(name)}\``, `\`${showText(tool.name)}\``];
  if (value === null) {
    const places = without.length === 0 ? "no place is configured" : `looked in ${without.join(", ")}`;
    const message = `${what}, which ${whom} needs, is nowhere to be found; ${places}`;
    throw new SecretError("SECRET_MISSING", message, `Give it: toolgate secrets set ${name}`);
  }
  if (host !== null || !value.includes("\u0000")) return value;
  const message = `${what}, which ${whom} needs, holds a NUL character, which no variable can`;
  throw new SecretError("SECRET_UNAVAILABLE", message, "Keep it as base64, and decode it where it is used.");
}
