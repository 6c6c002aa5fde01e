import { isCancel, select, text } from "@clack/prompts";
import type { ControlPlane, GrantWish } from "../../call/runtime.ts";
import type { Question } from "../../approval/question/read-question.ts";
import { readQuestion } from "../../approval/question/read-question.ts";
import type { Approval } from "../../storage/repositories.ts";
import type { Cli } from "../cli.ts";
import { renderAnswered, renderApproval } from "../output/approval.ts";
import { escapeLine } from "../output/text/escape.ts";

/** `left`: nobody answered here; `cancelled`: Ctrl-C. */
export type QuestionEnd = "approve" | "deny" | "left" | "cancelled";

interface Asking {
  readonly cli: Cli;
  readonly control: ControlPlane;
  readonly leave: string;
  readonly signal: AbortSignal;
}

/**
 * Asks the human at this terminal about one call and answers as the owner of this machine. Aborting `signal` takes the
 * question away: somebody else answered, or the call ended.
 */
export async function askAboutApproval(approval: Approval, asking: Asking): Promise<QuestionEnd> {
  const { cli, control, signal } = asking;
  const question = readQuestion(approval);
  cli.err.write(`\n${renderApproval(approval, new Date(), cli.err)}`);
  const chosen = await askWhat(question, asking);
  if (chosen === null) return signal.aborted ? "left" : "cancelled";
  if (chosen.verdict === "left") return "left";
  const wish = chosen.suggestion === null ? undefined : await askTerms(chosen.suggestion, question, asking);
  const reason = chosen.saysWhy === true ? await askReason(asking) : null;
  if (wish === null || signal.aborted) return signal.aborted ? "left" : "cancelled";
  const result = await control.answer(approval.id, chosen.verdict, await control.owner(), reason, wish);
  if (!result.ok) cli.err.line(escapeLine(result.message));
  else if (wish !== undefined) cli.err.write(renderAnswered(result.approval, new Date(), cli.err));
  return result.ok ? chosen.verdict : "left";
}

interface Choice {
  readonly verdict: "approve" | "deny" | "left";
  readonly suggestion: string | null;
  readonly saysWhy?: boolean;
}

async function askWhat({ suggestions }: Question, { leave, ...asking }: Asking): Promise<Choice | null> {
  const options: readonly { value: Choice; label: string }[] = [
    // Denying comes first, so that an Enter meant for something else allows nothing.
    { value: { verdict: "deny", suggestion: null }, label: "Deny" },
    { value: { verdict: "approve", suggestion: null }, label: "Approve this one call" },
    ...suggestions.map(({ id, label }) => ({
      value: { verdict: "approve", suggestion: id } as const,
      label: `Always (${id}): ${escapeLine(label)}`,
    })),
    { value: { verdict: "deny", suggestion: null, saysWhy: true }, label: "Deny, and tell the model why" },
    { value: { verdict: "left", suggestion: null }, label: leave },
  ];
  const chosen = await select({ message: "Run this?", options: [...options], ...toTerminal(asking) });
  return isCancel(chosen) ? null : chosen;
}

const EIGHT_HOURS_MS = 28_800_000;

/** Where and for how long; the narrowest first. `null`: cancelled. */
async function askTerms(suggestion: string, { session }: Question, asking: Asking): Promise<GrantWish | null> {
  const what = { suggestion };
  const soon = new Date(Date.now() + EIGHT_HOURS_MS).toISOString();
  const options: { value: GrantWish; label: string }[] = [
    ...(session === null
      ? []
      : [{ value: { what, scope: "session", expiresAt: null } as const, label: "In this session" }]),
    { value: { what, scope: "project", expiresAt: soon }, label: "In this workspace, for 8 hours" },
    { value: { what, scope: "project", expiresAt: null }, label: "In this workspace, until it is revoked" },
    { value: { what, scope: "user", expiresAt: null }, label: "Everywhere, until it is revoked" },
  ];
  const chosen = await select({ message: "Where, and for how long?", options, ...toTerminal(asking) });
  return isCancel(chosen) ? null : chosen;
}

/** Left empty, or taken away: none; the answer stays a no. */
async function askReason(asking: Asking): Promise<string | null> {
  const given = await text({ message: "Why not?", ...toTerminal(asking) });
  return isCancel(given) || given.trim() === "" ? null : given.trim();
}

function toTerminal({ cli, signal }: Pick<Asking, "cli" | "signal">): {
  readonly input: Cli["input"];
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
  readonly showInstructions: false;
} {
  return { input: cli.input, output: process.stderr, signal, showInstructions: false };
}
