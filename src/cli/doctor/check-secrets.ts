import type { Runtime } from "../../call/runtime.ts";
import { plural } from "../output/issues.ts";
import { fail, ok, warn } from "./finding.ts";
import type { Finding } from "./finding.ts";

interface Looked {
  readonly control: { readonly secrets: Pick<Runtime["control"]["secrets"], "list"> };
}

/** Secrets that do not open, or that no place has: every call of a tool that names one ends before it begins. */
export async function checkSecrets({ control }: Looked): Promise<readonly Finding[]> {
  const secrets = await control.secrets.list();
  // One cause, such as a missing key, breaks many: the first says which.
  const [broken] = secrets.filter(({ problem }) => problem !== null);
  const absent = secrets.filter(
    ({ place, problem, bindings }) => place === null && problem === null && bindings.length > 0,
  );
  const count = secrets.filter(({ problem }) => problem !== null).length;
  const unopened = broken === undefined ? [] : [fail("secrets", toMessage(broken.problem ?? "", count), LOOK)];
  const missing = absent.map(({ name }) =>
    warn("secrets", `\`${name}\` is bound, and no place has it`, `toolgate secrets set ${name}, or unbind it`),
  );
  const found = [...unopened, ...missing];
  return found.length > 0
    ? found
    : [
        ok(
          "secrets",
          secrets.length === 0 ? "none is kept or bound" : `${plural(secrets.length, "secret")}, all found`,
        ),
      ];
}

const LOOK = "`toolgate secrets check NAME --tool TOOL` says what to do";

function toMessage(problem: string, count: number): string {
  return count === 1 ? problem : `${problem} It is the same or alike for ${count - 1} more.`;
}
