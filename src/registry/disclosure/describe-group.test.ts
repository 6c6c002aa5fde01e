import { expect, it } from "vitest";
import type { Tool } from "../../model/tool.ts";
import { makeTool } from "../tools.fixture.ts";
import { describeGroup } from "./describe-group.ts";

const upstream = (name: string, tool: string): Tool =>
  makeTool(name, { backend: { kind: "mcp", server: "airflow", tool } as Tool["backend"] });

it.each<{ what: string; tools: readonly Tool[]; said?: string; text: string }>([
  { what: "the operator's words", tools: [makeTool("airflow.a")], said: "Workflows", text: "Workflows" },
  { what: "names without the group", tools: [makeTool("airflow.get_dag")], text: "Such as get dag" },
  { what: "titles", tools: [makeTool("airflow.x", { title: "Get a DAG" })], text: "Such as Get a DAG" },
  {
    what: "what a server calls its tools",
    tools: [
      upstream("mcp_airflow__get_dag", "get_dag"),
      upstream("flow__listRuns", "listRuns"),
      upstream("own", "own"),
    ],
    text: "Such as get dag, listRuns, own",
  },
  {
    what: "our names where they are others",
    tools: [upstream("dag_look", "get_dag"), upstream("mcp_airflow__a_b_1x", "a/b")],
    text: "Such as dag look, mcp airflow  a b 1x",
  },
])("is $what", ({ tools, said, text }) => {
  expect(describeGroup("airflow", tools, said)).toBe(text);
});
