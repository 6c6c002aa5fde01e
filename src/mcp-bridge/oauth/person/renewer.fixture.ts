import { createSecretWorld } from "../../../secrets/secret-world.fixture.ts";
import { createOAuthParts, toDocsServer } from "../oauth.fixture.ts";
import { createServerAuth } from "../create-server-auth.ts";

/**
 * A process of its own that has the login of a folder: says `ready`, and for each line that it is sent asks for a token in many
 * calls at once, an hour later than the line before. Prints the tokens that it got, as JSON.
 */
const [folder = "", serverUrl = ""] = process.argv.slice(2);
const world = await createSecretWorld(folder);
const clock = { ahead: 0 };
const { parts, close } = createOAuthParts(world, { now: () => Date.now() + clock.ahead });
const auth = createServerAuth(toDocsServer(serverUrl), parts);
process.stdout.write("ready\n");
for await (const chunk of process.stdin) {
  if (String(chunk).includes("end")) break;
  clock.ahead += 3_590_000;
  const calls = Array.from({ length: 5 }, async () => auth.provider?.token());
  process.stdout.write(`${JSON.stringify([...new Set(await Promise.all(calls))])}\n`);
}
await close();
await world.store.close();
process.exit(0);
