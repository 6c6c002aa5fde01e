import { describe, expect, it } from "vitest";
import type { PlannedSandbox } from "../../model/sandbox.ts";
import type { PlaceLook } from "../look-at-place.ts";
import { BARE_PLACE, BARE_SANDBOX } from "../bare.fixture.ts";
import type { ConfinedPlace } from "../sandbox.ts";
import { toBwrapArgv } from "./to-bwrap-argv.ts";
import type { BubblewrapTools } from "./to-bwrap-argv.ts";

const TOOLS: BubblewrapTools = {
  bwrap: "/usr/bin/bwrap",
  prlimit: "/usr/bin/prlimit",
  canDisableNamespaces: true,
  isRoot: true,
  links: { "/bin": "usr/bin" },
  canLimitSize: false,
  canBindOpen: false,
};
const PLANNED: PlannedSandbox = { ...BARE_SANDBOX, profile: "workspace", writable: ["/w"] };
const PLACE: ConfinedPlace = {
  ...BARE_PLACE,
  cwd: "/w",
  hidden: ["/h/.ssh", "/h/.netrc"],
  fixed: ["/w/toolgate.toml"],
  environment: ["TOKEN"],
};

function build(
  planned: Partial<PlannedSandbox> = {},
  {
    place = {},
    tools = {},
    look = (path) => (/\.netrc$|\.toml$/.test(path) ? "file" : path === "/var/run" ? "link" : "folder"),
  }: {
    readonly place?: Partial<ConfinedPlace>;
    readonly tools?: Partial<BubblewrapTools>;
    readonly look?: PlaceLook;
  } = {},
): string {
  const { argv } = toBwrapArgv(
    ["/usr/bin/env", "-i", "--", "a b"],
    { ...PLANNED, ...planned },
    { ...PLACE, ...place },
    {
      tools: { ...TOOLS, ...tools },
      look,
    },
  );
  return argv.join(" ");
}

describe("toBwrapArgv", () => {
  it("is this, word for word", () => {
    expect(build()).toBe(
      [
        "/usr/bin/bwrap --unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --unshare-net",
        "--disable-userns --cap-drop ALL --die-with-parent --new-session",
        "--ro-bind / / --bind /w /w --ro-bind /w/toolgate.toml /w/toolgate.toml --tmpfs /tmp --tmpfs /run",
        "--dev /dev --proc /proc --remount-ro /proc --ro-bind /dev/null /h/.netrc --tmpfs /h/.ssh",
        "--chdir /w -- /usr/bin/env -i -- a b",
      ].join(" "),
    );
  });

  it("shows a workspace that stands in what is private", () => {
    const argv = build({ writable: ["/tmp/w"] }, { place: { cwd: "/tmp/w", fixed: [] } });
    expect(argv).toContain("--ro-bind / / --tmpfs /tmp --bind /tmp/w /tmp/w --tmpfs /run");
  });

  it("shows a program behind a link under its own name, and no link that is there anyway or covered", () => {
    const links = {
      "/opt/.bin/node": "/opt/node/bin/node",
      "/usr/bin/node": "/opt/node/bin/node",
      "/w/node": "/opt/node/bin/node",
      "/h/.ssh/node": "/opt/node/bin/node",
      "/proc/1/exe": "/opt/node/bin/node",
    };
    const place = { links, visible: ["/opt/node/bin/node"] };
    const look: PlaceLook = (path) => (path in links ? "link" : path.endsWith("/node") ? "file" : "folder");
    const isolated = build({ profile: "isolated" }, { place, look });
    expect(isolated.match(/--symlink \S+ \S+/g)).toEqual([
      "--symlink usr/bin /bin",
      "--symlink /opt/node/bin/node /opt/.bin/node",
    ]);
    expect(isolated).toContain("--ro-bind /opt/node/bin/node /opt/node/bin/node");
    expect(build({}, { place, look })).not.toContain("--symlink");
    const below = { "/tmp/.bin/node": "/opt/node/bin/node" };
    const own = build({}, { place: { links: below }, look: (path) => (path in below ? "link" : "folder") });
    expect(own).toContain("--symlink /opt/node/bin/node /tmp/.bin/node --dev /dev");
  });

  it.each(["/", "/tmp", "/run", "/run/user", "/proc", "/dev", "/sys", "/var"])(
    "shows none of what is private to work in: %s",
    (cwd) => {
      const argv = build({ profile: "isolated", writable: [] }, { place: { cwd, fixed: [] } });
      expect(argv).toContain(`--chdir ${cwd} --`);
      expect(argv.includes(`bind ${cwd} `)).toBe(false);
    },
  );

  it.each(["read-only", "workspace", "isolated"] as const)("hides last, in `%s`", (profile) => {
    const argv = build({ profile, readable: ["/h"] });
    expect(argv.indexOf("--tmpfs /h/.ssh")).toBeGreaterThan(argv.indexOf("--remount-ro /proc"));
    expect(argv).not.toContain("--bind /tmp");
    expect(argv.includes("--ro-bind / /")).toBe(profile !== "isolated");
  });

  it.each([
    ["none", { kind: "none" }, true],
    ["all", { kind: "all" }, false],
  ] as const)("has a network of its own: %s", (_what, network, isOwn) => {
    expect(build({ network }).includes("--unshare-net")).toBe(isOwn);
  });

  it("stands inside a place with nothing but the bridge when hosts are declared", () => {
    const argv = build({ network: { kind: "hosts", hosts: ["a.example"] } }, { place: { proxySocket: "/s" } });
    expect(argv).toMatch(
      /^\/usr\/bin\/bwrap --unshare-user --unshare-net --die-with-parent --dev-bind \/ \/ -- \S+ \S+bridge-main\.ts \/s 0 \/usr\/bin\/bwrap /,
    );
    expect(argv.match(/--unshare-net/g)).toHaveLength(1);
    expect(argv).not.toContain("--bind /s");
    expect(() => build({ network: { kind: "hosts", hosts: [] } })).toThrow("no proxy");
  });

  it("lowers hard limits before the program, and is the first process itself", () => {
    const limits = { memoryBytes: 1, processes: 2, fileBytes: 3, cpuSeconds: 4 };
    const argv = build({ limits });
    expect(argv).toContain("--as-pid-1");
    expect(argv).toMatch(
      /-- \/usr\/bin\/prlimit --as=1:1 --nproc=3:3 --fsize=3:3 --cpu=4:4 -- \/bin\/sh -c "\$@"; exit \$\? sh \/usr\/bin\/env/,
    );
    expect(() => build({ limits }, { tools: { prlimit: null } })).toThrow("prlimit is missing");
  });

  it("leaves out what an old bubblewrap does not know, and limits what is private where it can", () => {
    expect(build({}, { tools: { canDisableNamespaces: false } })).not.toContain("--disable-userns");
    expect(build({}, { tools: { canLimitSize: true } }).match(/--size \d+ --tmpfs/g)).toHaveLength(3);
  });

  it("makes links of the system as links", () => {
    expect(build({ profile: "isolated" })).toContain("--symlink usr/bin /bin --ro-bind-try /sbin /sbin");
  });

  it("leaves its own files of the kernel open to whoever is not root", () => {
    expect(build({}, { tools: { isRoot: false } })).not.toContain("--remount-ro");
  });

  it("names no variable: they are inherited", () => {
    expect(build()).not.toMatch(/TOKEN|--setenv|--clearenv/);
  });
});
