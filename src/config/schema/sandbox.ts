import { z } from "zod";
import { SANDBOX_ENGINES, SANDBOX_PROFILES } from "../../model/sandbox.ts";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigData } from "../file/data/config-data.ts";
import type { SandboxToolData } from "../file/data/executing-data.ts";
import { host, place, toolPattern } from "./common.ts";

const TERABYTE_IN_MB = 1024 * 1024;

const resources = {
  memory_mb: z.int().min(16).max(TERABYTE_IN_MB).optional().meta({
    description: "Memory that each process may use, in MiB.",
  }),
  processes: z.int().min(1).max(100_000).optional().meta({ description: "How many processes may run at once." }),
  file_mb: z.int().min(1).max(TERABYTE_IN_MB).optional().meta({
    description: "Size of each file that is written, in MiB.",
  }),
  cpu_seconds: z.int().min(1).max(86_400).optional().meta({
    description: "Processor time that each process may use.",
  }),
};

const PLACES =
  "An absolute path, one from the workspace's root, or one that begins with `~/` or `$SESSION_DIR/`. Of a project that is " +
  "not trusted it does not count.";

const row = z.strictObject({
  tool: toolPattern().meta({ description: "A tool, or several with `*`, such as `files.*`." }),
  profile: z.enum(SANDBOX_PROFILES).optional().meta({ description: "How far its programs are confined." }),
  writable: z
    .array(place())
    .max(100)
    .optional()
    .meta({ description: `What they may write besides what the profile lets. ${PLACES}`, default: [] }),
  readable: z
    .array(place())
    .max(100)
    .optional()
    .meta({ description: `What they may read besides what the profile lets. ${PLACES}`, default: [] }),
  network: z
    .union([z.boolean(), z.array(host()).max(1000)])
    .optional()
    .meta({
      description:
        "`false`: no network; `true`: all of it; or the hosts that are reached, through Toolgate's own proxy.",
    }),
  ...resources,
});

/** The same of one program. */
export const confinement: z.ZodType<Omit<SandboxToolData, "tool">> = row.omit({ tool: true });

/** `[sandbox]`: how programs are confined. */
export const sandbox: z.ZodType<NonNullable<ConfigData["sandbox"]>> = z.strictObject({
  engine: z.enum(SANDBOX_ENGINES).optional().meta({
    description: "What confines: `bubblewrap` with namespaces of this machine, the others with a container.",
    default: DEFAULTS.sandboxEngine,
  }),
  image: z
    .string()
    .max(300)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._:@/-]*$/, "the name of an image, such as `debian:stable-slim`")
    .optional()
    .meta({ description: "The image of the container." }),
  default: z
    .enum(SANDBOX_PROFILES)
    .optional()
    .meta({
      description:
        "For tools that say nothing themselves. From lax to strict: `none`, `workspace`, `read-only`, `isolated`. Of two " +
        "files the stricter word counts.",
      default: DEFAULTS.sandboxProfile,
    }),
  default_for_lines: z.enum(SANDBOX_PROFILES).optional().meta({
    description: "The same for `shell.exec` and custom tools. Of two files the stricter word counts.",
    default: DEFAULTS.sandboxProfileForLines,
  }),
  fallback: z
    .enum(["refuse", "none"])
    .optional()
    .meta({
      description:
        "Where nothing can confine: `refuse` what wanted a default, or run it with `none` and say so. A tool that names " +
        "its profile is refused in either case. Of two files the stricter word counts.",
      default: DEFAULTS.sandboxFallback,
    }),
  limits: z.strictObject(resources).optional().meta({
    description: "What programs that are confined may use. Of two files the smaller number counts.",
  }),
  tools: z
    .array(row)
    .max(1000)
    .optional()
    .meta({
      description:
        "What holds for single tools, whatever they say themselves. Later rows win, and your own come after a project's. " +
        "Rows of a project that is not trusted only tighten.",
    }),
});
