import { describe, expect, it } from "vitest";
import type { PlannedSandbox } from "../../model/sandbox.ts";
import { BARE_PLACE, BARE_SANDBOX } from "../bare.fixture.ts";
import type { ConfinedPlace } from "../sandbox.ts";
import { toContainerArgv } from "./to-container-argv.ts";
import type { ContainerClient } from "./to-container-argv.ts";

const CLIENT: ContainerClient = { engine: "docker", file: "/usr/bin/docker", uid: 1000, gid: 1000 };
const PLANNED: PlannedSandbox = {
  ...BARE_SANDBOX,
  profile: "workspace",
  engine: "docker",
  image: "debian:stable-slim",
  writable: ["/home/a/w", "/d/s"],
};
const PLACE: ConfinedPlace = {
  ...BARE_PLACE,
  callId: "c/1",
  cwd: "/home/a/w/sub",
  visible: ["/usr/bin/git"],
  hidden: ["/d", "/home/a/.ssh"],
  fixed: ["/home/a/w/toolgate.toml"],
  environment: ["HOME", "PATH", "TOKEN"],
};

function build(
  argv: readonly string[],
  planned: Partial<PlannedSandbox> = {},
  {
    place = {},
    client = {},
  }: { readonly place?: Partial<ConfinedPlace>; readonly client?: Partial<ContainerClient> } = {},
): string {
  return toContainerArgv(
    argv,
    { ...PLANNED, ...planned },
    { ...PLACE, ...place },
    {
      client: { ...CLIENT, ...client },
      look: (path) => (path.endsWith(".toml") ? "file" : "folder"),
    },
  ).join(" ");
}

describe("toContainerArgv", () => {
  it("is this, word for word", () => {
    expect(build(["/usr/bin/git", "-C", "/home/a/w", "status"])).toBe(
      [
        "/usr/bin/docker run --rm --interactive --init --pull=never --name toolgate-c-1 --network none --read-only",
        "--cap-drop ALL --security-opt no-new-privileges --user 1000:1000 --pids-limit 256 --ulimit core=0:0",
        "--tmpfs /tmp:rw,nosuid,nodev,mode=1777 --tmpfs /run:rw,noexec,nosuid,nodev",
        "--mount type=bind,src=/home/a/w,dst=/workspace --mount type=bind,src=/home/a/w,dst=/home/a/w",
        "--mount type=bind,src=/home/a/w/toolgate.toml,dst=/workspace/toolgate.toml,readonly",
        "--mount type=bind,src=/home/a/w/toolgate.toml,dst=/home/a/w/toolgate.toml,readonly",
        "--mount type=bind,src=/d/s,dst=/d/s",
        "--env TOKEN --workdir /workspace/sub --entrypoint git debian:stable-slim -C /home/a/w status",
      ].join(" "),
    );
  });

  it("starts a program of the workspace where it stands", () => {
    expect(build(["/home/a/w/run.sh"])).toContain("--entrypoint /home/a/w/run.sh debian");
  });

  it("hands variables on by name and never by value", () => {
    expect(build(["/bin/true"])).toMatch(/--env TOKEN --workdir/);
  });

  it.each([
    [
      "read-only",
      { profile: "read-only", writable: [], readable: ["/home/a/w"] },
      "src=/home/a/w,dst=/workspace,readonly",
    ],
    ["isolated", { profile: "isolated", writable: ["/d/s"] }, "src=/home/a/w/sub,dst=/workspace,readonly"],
  ] as const)("shows no more than `%s` does", (_what, planned, mount) => {
    expect(build(["/bin/true"], planned)).toContain(mount);
  });

  it("covers what is hidden in what is shown, under both names", () => {
    const argv = build(["/bin/true"], {}, { place: { hidden: ["/home/a/w/data"] } });
    expect(argv).toContain("--mount type=tmpfs,dst=/workspace/data --mount type=tmpfs,dst=/home/a/w/data");
  });

  it("sets limits by the engine's own means", () => {
    const limits = { memoryBytes: 1000, processes: 5, fileBytes: 7, cpuSeconds: 9 };
    expect(build(["/bin/true"], { limits })).toContain(
      "--pids-limit 5 --ulimit core=0:0 --memory 1000 --memory-swap 1000 --ulimit fsize=7:7 --ulimit cpu=9:9",
    );
  });

  it("cannot be given more by the name of a folder", () => {
    const odd = '/w,readonly=false,dst=/etc"';
    const argv = build(["/bin/true"], { writable: [odd] }, { place: { cwd: odd, fixed: [], hidden: [] } });
    expect(argv).toContain('--mount type=bind,"src=/w,readonly=false,dst=/etc""",dst=/workspace');
  });

  it.each([
    ["podman", 1000, true],
    ["podman", 0, false],
    ["docker", 1000, false],
  ] as const)("keeps the number of the user: %s of %i", (engine, uid, isKept) => {
    expect(build(["/bin/true"], {}, { client: { engine, uid } }).includes("--userns keep-id")).toBe(isKept);
  });
});
