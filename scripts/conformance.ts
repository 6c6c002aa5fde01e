import { serveGateway } from "./conformance/serve-gateway.ts";
import { DIRECT_TOOLS } from "./conformance/direct-tools.ts";
import { runSuite } from "./conformance/run-suite.ts";

const [only = "aggregated", revision = "2025-11-25"] = process.argv.slice(2);
const gateway = await serveGateway(only as "direct", only === "direct" ? DIRECT_TOOLS : []);
try {
  for (const { scenario, status, reasons } of await runSuite("server", revision, ["--url", gateway.url])) {
    console.log(status, scenario, reasons.map((r) => r.slice(0, 200)).join(" | "));
  }
} finally {
  await gateway.close();
}
