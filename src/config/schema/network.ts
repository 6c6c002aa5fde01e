import { z } from "zod";
import { parseNetwork } from "../../scope/cidr.ts";
import type { ConfigData } from "../file/data/config-data.ts";

/** The largest blocks that are private: `10.0.0.0/8` and `fc00::/7`. More would open the rest of the network. */
const MOST = { 4: 1n << 24n, 6: 1n << 121n } as const;

const address = z
  .string()
  .max(64)
  .superRefine((text, context) => {
    const network = parseNetwork(text);
    const size = network === null ? 0n : network.last - network.first + 1n;
    const message =
      network === null
        ? "an address or a block of addresses, such as `127.0.0.1` or `10.0.0.0/8`"
        : size > MOST[network.version]
          ? "a block that is not larger than `10.0.0.0/8` or `fc00::/7`"
          : null;
    if (message !== null) context.addIssue({ code: "custom", message });
  });

/** `[network]`: what requests of Toolgate may reach besides public addresses. */
export const network: z.ZodType<NonNullable<ConfigData["network"]>> = z.strictObject({
  private: z
    .array(address)
    .max(1000)
    .optional()
    .meta({
      description:
        "Addresses that are not public (loopback, private, link-local) and may be reached all the same. Those of both " +
        "files count, a project's where it is trusted.",
      default: [],
    }),
});
