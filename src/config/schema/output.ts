import { z } from "zod";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigData } from "../file/data/config-data.ts";
import { place } from "./common.ts";

const patternName = (): z.ZodString =>
  z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/, "a name of A-Z a-z 0-9 _ . -");

const pattern = z.strictObject({
  name: patternName().meta({ description: "Its name, for people." }),
  pattern: z.string().min(1).max(1000).meta({
    description: "What is taken out of everything that leaves a call, as RE2. It must not fit an empty text.",
  }),
});

const evidence = z.strictObject({
  folder: place()
    .optional()
    .meta({
      description:
        "Where the output files of calls are kept, relative to this file. Not said: a folder of your own below the " +
        "machine's temporary folder.",
    }),
  keep_days: z.int().min(1).max(36_500).optional().meta({
    description: "How long they are kept.",
    default: DEFAULTS.evidenceKeepDays,
  }),
  max_mb: z
    .int()
    .min(1)
    .max(1024 * 1024)
    .optional()
    .meta({
      description: "How much all of them may take, in MiB; the oldest go first.",
      default: DEFAULTS.evidenceMaxMegabytes,
    }),
});

/** `[output]`: what happens to what tools bring. */
export const output: z.ZodType<NonNullable<ConfigData["output"]>> = z.strictObject({
  patterns_off: z.array(z.string().max(100)).max(1000).optional().meta({
    description: "Shipped scrubbing patterns that are switched off, by name. Those of both files count.",
    default: [],
  }),
  patterns: z
    .array(pattern)
    .max(100)
    .optional()
    .meta({
      description:
        "Scrubbing patterns of your own, which come after the shipped ones. Those of both files count, also of a project " +
        "that is not trusted.",
    }),
  max_model_chars: z.int().min(200).max(10_000_000).optional().meta({
    description: "Characters of text that a model gets of one call; beyond, the beginning and the end are kept.",
    default: DEFAULTS.maxModelChars,
  }),
  max_total_mb: z
    .int()
    .min(1)
    .max(1024 * 1024)
    .optional()
    .meta({
      description:
        "Output after which a program is ended, in MiB. Of two files the smaller number counts; not said: it is read to " +
        "its end.",
    }),
  evidence: evidence.optional().meta({ description: "The output files of calls." }),
});
