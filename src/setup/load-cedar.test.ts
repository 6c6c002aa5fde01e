import { expect, it } from "vitest";
import { toFacts, toRequest, toTool } from "../policy/cedar/cedar.fixture.ts";
import { loadCedarPolicy } from "./load-cedar.ts";

const TOOL = toTool({ name: "t" });

it("gives no policy where there are none", async () => {
  expect(await loadCedarPolicy({ files: [], default: "nothing", environment: null }, [TOOL])).toEqual({
    policy: null,
    issues: [],
  });
});

it('denies everything under `default = "deny"` where there are none', async () => {
  const { policy } = await loadCedarPolicy({ files: [], default: "deny", environment: null }, [TOOL]);
  expect(policy?.judge(toRequest(TOOL), toFacts())).toMatchObject([{ verdict: "deny", code: "DENIED_BY_CEDAR" }]);
  expect(policy?.judge({ ...toRequest(TOOL), call: undefined }, toFacts())).toEqual([]);
});

it("loads the engine for a file", async () => {
  const file = {
    file: "/p.cedar",
    text: "permit (principal, action, resource);",
    layer: "user",
    forbidOnly: false,
  } as const;
  const { policy } = await loadCedarPolicy({ files: [file], default: "deny", environment: null }, [TOOL]);
  expect(policy?.judge(toRequest(TOOL), toFacts())).toMatchObject([{ verdict: "allow" }]);
});
