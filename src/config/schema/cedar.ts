import { z } from "zod";
import { DEFAULTS } from "../defaults.ts";
import type { CedarData } from "../file/data/permission-data.ts";
import { place, remark } from "./common.ts";

/** `[cedar]`: policies in the Cedar language. */
export const cedar: z.ZodType<CedarData> = z.strictObject({
  policies: z
    .array(place())
    .max(100)
    .optional()
    .meta({
      description:
        "Files with Cedar policies, or folders of which every `*.cedar` counts, relative to this file. Those of both " +
        "files count.",
      default: DEFAULTS.cedarPolicies,
    }),
  default: z
    .enum(["nothing", "deny"])
    .optional()
    .meta({
      description:
        "What a call is that no policy permits: `nothing` leaves it to the rules and the mode, `deny` refuses it. Of two " +
        "files the stricter word counts.",
      default: "nothing",
    }),
  environment: remark().optional().meta({ description: "For policies: `context.environment`, such as `production`." }),
});
