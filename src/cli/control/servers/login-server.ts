import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { escapeLine } from "../../output/text/escape.ts";
import { expectServer } from "./expect-server.ts";
import { toServerError } from "./to-server-error.ts";

/** How long a person may take. */
const PATIENCE_MS = 10 * 60_000;

/** Prints where to log in, and waits for the browser to come back to this machine. */
export async function loginServer(cli: Cli, name: string): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control, config }) => {
    expectServer(name, config);
    const signal = AbortSignal.any([cli.interruptible(), AbortSignal.timeout(PATIENCE_MS)]);
    const onUrl = (url: URL): void => {
      cli.note("Open this in a browser of this machine, and log in:");
      cli.note(escapeLine(url.href));
    };
    const onMoved = (before: string, now: string): void => {
      cli.note(
        `Look twice: the login before was at ${escapeLine(before)}; ${escapeLine(name)} now names ${escapeLine(now)}.`,
      );
    };
    const request = { onUrl, onMoved, signal };
    const done = await control.logins.logIn(name, await control.owner(), request).catch((error: unknown) => {
      throw toServerError("LOGIN_FAILED", name, error);
    });
    cli.print(done, ({ colors }) => {
      const until = done.renews ? "it is renewed by itself" : "it ends with its token";
      return `${colors.green("✓")} Logged in to ${escapeLine(name)} at ${escapeLine(done.issuer)}; ${until}.\n`;
    });
    return EXIT.ok;
  });
}

/** Forgets a login. What was given out stays with whoever has it until its end. */
export async function logoutServer(cli: Cli, name: string): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const removed = await control.logins.logOut(name, await control.owner()).catch((error: unknown) => {
      throw toServerError("LOGIN_FAILED", name, error);
    });
    cli.print({ server: name, removed }, () => (removed ? "Forgotten.\n" : "There was no login.\n"));
    return EXIT.ok;
  });
}
