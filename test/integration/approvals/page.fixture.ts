import { createHttpServer } from "../../../src/server/http/create-http-server.ts";
import type { HttpServer } from "../../../src/server/http/create-http-server.ts";
import { createTestWorkspace, until } from "../../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import type { Approval } from "../../../src/storage/repositories.ts";
import type { Outcome } from "../../../src/model/outcome.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { RuntimeOptions } from "../../../src/main.ts";

/** A gateway over HTTP whose calls ask, and the page where they are answered. */
export interface PageGateway {
  readonly workspace: TestWorkspace;
  readonly gateway: TestGateway;
  readonly server: HttpServer;
  readonly base: string;
  /** A call that waits for a human, and its question. */
  ask(tool: string, args: JsonObject): Promise<{ readonly asked: Approval; readonly outcome: Promise<Outcome> }>;
  token(role: "agent" | "approver" | "admin"): Promise<string>;
  close(): Promise<void>;
}

export async function servePage(
  config = "[packs]\nfs = true\n",
  options: Partial<RuntimeOptions> = {},
): Promise<PageGateway> {
  const workspace = createTestWorkspace({ config });
  const gateway = await workspace.open(options);
  const server = await createHttpServer(gateway.runtime, { port: 0 });
  const { control } = gateway.runtime;
  return {
    workspace,
    gateway,
    server,
    base: new URL(server.url).origin,
    async ask(tool, args) {
      const before = new Set((await control.approvals.listPending()).map(({ id }) => id));
      const outcome = gateway.call(tool, args);
      const find = async (): Promise<Approval | undefined> =>
        (await control.approvals.listPending()).find(({ id }) => !before.has(id));
      return { asked: await until(find, "a question"), outcome };
    },
    async token(role) {
      const wanted = { principal: gateway.agent.principal, agent: `a-${role}`, roles: [role], expiresAt: null };
      return (await control.createToken(wanted, await control.owner())).token;
    },
    async close() {
      await server.close();
      await workspace.remove();
    },
  };
}
