import { showText } from "../../text/show-text.ts";
import { findTrustedProgram } from "../find-trusted-program.ts";
import type { EngineState, SandboxProbe } from "../sandbox.ts";

/** Finds the client, and asks whether its service answers and has the image. Nothing is downloaded. */
export async function prepareContainer(
  engine: "docker" | "podman",
  image: string | null,
  { probe, workspaceRoots }: { readonly probe: SandboxProbe; readonly workspaceRoots: readonly string[] },
): Promise<EngineState> {
  const failed = (reason: string, hint: string): EngineState => ({ ok: false, engine, reason, hint });
  const file = findTrustedProgram(engine, workspaceRoots);
  // Said first: it is wrong on every machine.
  if (image === null) {
    return failed(
      `\`[sandbox] engine = "${engine}"\` has no image`,
      'name one: `[sandbox] image = "debian:stable-slim"`',
    );
  }
  if (file === null) return failed(`${engine} is not installed`, `install it, or leave out \`[sandbox] engine\``);
  const asked = await probe([file, "version", "--format", VERSION[engine]]);
  if (asked.code !== 0) {
    const said = showText(asked.stderr.trim(), 200);
    return failed(`${engine} does not answer: ${said}`, "start its service, and let this user use it");
  }
  const found = await probe([file, "image", "inspect", "--format", "{{.Id}}", image]);
  if (found.code !== 0) return failed(`the image ${image} is not there`, `${engine} pull ${image}`);
  return { ok: true, engine, file, version: showText(asked.stdout.trim()), cannot: CANNOT };
}

/** Of the service; podman has none. */
const VERSION = { docker: "{{.Server.Version}}", podman: "{{.Client.Version}}" } as const;

const CANNOT = { hosts: "a container has all of the network or none: use bubblewrap for single hosts" } as const;
