import type { ListedSecret } from "../../call/runtime.ts";
import { isSecretName } from "../../secrets/secret-name.ts";
import type { StoredSecret } from "../../storage/repositories.ts";
import type { SecretControlParts } from "./secret-control-parts.ts";

/** Asked of the places at once. */
const AT_ONCE = 8;

/** Every secret that is kept or bound, by name, with the place that has it. */
export async function listSecrets(parts: SecretControlParts): Promise<readonly ListedSecret[]> {
  const { config, store } = parts;
  // Logins to upstream servers are kept there too, under names that no secret may have.
  const rows = (await store.secrets.list(config.workspace)).filter(({ name }) => isSecretName(name));
  const configured = config.secrets.bindings;
  const names = [...new Set([...rows.map(({ name }) => name), ...configured.map(({ secret }) => secret)])].sort();
  const listed: ListedSecret[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE).map(async (name) => ({
      name,
      bindings: [
        ...configured.filter(({ secret }) => secret === name).flatMap(fromConfigured),
        ...rows.filter((row) => row.name === name).flatMap(fromStored),
      ],
      ...(await locate(name, parts)),
    }));
    listed.push(...(await Promise.all(some)));
  }
  return listed;
}

type Bindings = ListedSecret["bindings"];

function fromConfigured({
  tools,
  hosts,
  source,
}: SecretControlParts["config"]["secrets"]["bindings"][number]): Bindings {
  const places = hosts.length === 0 ? [null] : hosts;
  return tools.flatMap((tool) => places.map((host) => ({ tool, host, source })));
}

function fromStored({ bindings, workspace }: StoredSecret): Bindings {
  const source = workspace === null ? "toolgate secrets" : "toolgate secrets, this workspace";
  return bindings.map(({ tool, host }) => ({ tool, host, source }));
}

async function locate(name: string, { secrets }: SecretControlParts): Promise<Pick<ListedSecret, "place" | "problem">> {
  try {
    return { place: await secrets.locate(name), problem: null };
  } catch (error) {
    return { place: null, problem: error instanceof Error ? error.message : String(error) };
  }
}
