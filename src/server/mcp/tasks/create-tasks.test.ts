import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { CallEvent } from "../../../model/call.ts";
import type { Outcome } from "../../../model/outcome.ts";
import type { Question } from "../../../model/question.ts";
import type { LeftCall } from "../elicit/left-call.ts";
import { createTasks } from "./create-tasks.ts";
import type { Tasks, TasksOptions } from "./create-tasks.ts";
import type { Task } from "./create-task.ts";

/** A call that does what the test says. */
interface Played extends LeftCall<Outcome> {
  say(event: CallEvent): void;
  /** What is open from now on, by the names that the call knows. */
  open(questions: ReadonlyMap<string, Question>): void;
  end(code: "ok" | "CANCELLED" | "INTERNAL" | "EXIT_NONZERO", text?: string): void;
  readonly answers: (readonly [key: string, answer: unknown])[];
  cancelled: number;
}

function play(): Played {
  const { promise: ended, resolve } = Promise.withResolvers<Outcome>();
  let onEvent: (event: CallEvent) => void = () => undefined;
  let onOpen: (open: ReadonlyMap<string, Question>) => void = () => undefined;
  const base = { callId: "c", tool: "t", step: null, structured: null, approval: null, evidence: null } as const;
  const played: Played = {
    told: null,
    ended,
    answers: [],
    cancelled: 0,
    listen: (listener) => void (onEvent = listener),
    follow: (listener) => void (onOpen = listener),
    answer: (key, answer) => void played.answers.push([key, answer]),
    cancel: () => void (played.cancelled += 1),
    say: (event) => onEvent(event),
    open: (questions) => onOpen(questions),
    end(code, text = "") {
      const content = [{ type: "text" as const, text }];
      const error = code === "ok" ? null : { code, message: "because", hint: null, details: {} };
      resolve({ ...base, status: error === null ? "success" : "failed", error, content });
    },
  };
  return played;
}

const question = (message: string): Question => ({ kind: "form", server: "up", message, schema: { type: "object" } });
const progress = (message: string): CallEvent => ({ kind: "progress", progress: 1, message });
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const create = (options: Partial<TasksOptions> = {}): Tasks => createTasks({ afterMs: 0, ttlMs: 60_000, ...options });

const END = { ok: "completed", EXIT_NONZERO: "completed", INTERNAL: "failed", CANCELLED: "cancelled" } as const;

const step = fc.oneof(
  fc.record({ kind: fc.constant("say" as const), text: fc.string({ maxLength: 5 }) }),
  // Which of three questions are open, each under one of two names of the call.
  fc.record({ kind: fc.constant("open" as const), which: fc.subarray([0, 1, 2]), swap: fc.boolean() }),
  fc.record({ kind: fc.constant("answer" as const), name: fc.constantFrom("a", "b", "a-2", "b-2", "a-3", "x") }),
  fc.record({
    kind: fc.constant("end" as const),
    code: fc.constantFrom("ok", "EXIT_NONZERO", "INTERNAL", "CANCELLED"),
  }),
  fc.record({ kind: fc.constant("cancel" as const) }),
);

describe("a task", () => {
  it("never leaves its end, never uses a name twice, and answers only what is open", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const tasks = create();
        const call = play();
        const task = tasks.adopt("alice", call);
        const names = new Map<string, string>();
        let isOver = false;
        let last = task.whole();
        let fresh = 0;
        for (const one of steps) {
          const before = call.answers.length;
          const open = Object.keys((last["inputRequests"] ?? {}) as object);
          if (one.kind === "say") call.say(progress(one.text));
          if (one.kind === "cancel") task.cancel();
          if (one.kind === "answer") task.answer({ [one.name]: { action: "decline" } });
          if (one.kind === "end") {
            call.end(one.code);
            await flush();
          }
          // A call that is over asks nothing; each opening brings questions that nobody saw before.
          if (one.kind === "open" && !isOver) {
            const keys = one.swap ? ["b", "a", "c"] : ["a", "b", "c"];
            call.open(new Map(one.which.map((at) => [keys[at] ?? "", question(`${(fresh += 1)}`)])));
          }
          if (one.kind === "answer") {
            expect(call.answers.length - before).toBe(open.includes(one.name) && !isOver ? 1 : 0);
          }
          const now = task.whole();
          if (isOver) expect(now).toEqual(last);
          if (one.kind === "end" && !isOver) expect(now["status"]).toBe(END[one.code]);
          isOver ||= one.kind === "end";
          const requests = (now["inputRequests"] ?? {}) as Record<string, { params: { message: string } }>;
          if (!isOver) expect(now["status"]).toBe(Object.keys(requests).length > 0 ? "input_required" : "working");
          for (const [name, { params }] of Object.entries(requests)) {
            expect(names.get(name) ?? params.message).toBe(params.message);
            names.set(name, params.message);
          }
          last = now;
        }
        await tasks.close(0);
      }),
      { numRuns: 200 },
    );
  });

  it("is told of once for many words, and at once for anything else", async () => {
    vi.useFakeTimers();
    const call = play();
    const task = create().adopt("alice", call);
    let told = 0;
    task.onChange(() => (told += 1));
    for (const word of ["a", "b", "c"]) call.say(progress(word));
    expect(told).toBe(0);
    vi.advanceTimersByTime(500);
    expect(told).toBe(1);
    call.open(new Map([["a", question("?")]]));
    expect(told).toBe(2);
    vi.useRealTimers();
    await flush();
  });
});

describe("the tasks of a gateway", () => {
  const owners = ["alice", "bob"] as const;

  it("are their owner's alone", () => {
    const tasks = create();
    const made = owners.map((owner) => tasks.adopt(owner, play()));
    fc.assert(
      fc.property(fc.nat(1), fc.constantFrom(...owners, "eve"), fc.string(), (at, owner, id) => {
        const task = made[at] as Task;
        expect(tasks.find(task.id, owner)).toBe(task.owner === owner ? task : null);
        expect(tasks.find(id, owner)).toBeNull();
        expect(tasks.watch([task.id, id], owner)?.ids ?? []).toEqual(task.owner === owner ? [task.id] : []);
      }),
      { numRuns: 15 },
    );
  });

  it("are few for each, and few in all", () => {
    const tasks = create({ most: 3, mostPerOwner: 2 });
    tasks.adopt("alice", play());
    tasks.adopt("alice", play());
    expect([tasks.hasRoom("alice"), tasks.hasRoom("bob")]).toEqual([false, true]);
    tasks.adopt("bob", play());
    expect(tasks.hasRoom("bob")).toBe(false);
  });

  it("that run are fewer still, and make room by ending", async () => {
    const tasks = create({ mostRunning: 1 });
    const call = play();
    tasks.adopt("alice", call);
    expect([tasks.hasRoom("alice"), tasks.hasRoom("bob")]).toEqual([false, true]);
    call.end("ok");
    await flush();
    expect(tasks.hasRoom("alice")).toBe(true);
  });

  it("keep no more of results than there is room for, and take none from anybody", async () => {
    const tasks = create({ bytes: 3000, bytesPerOwner: 2000 });
    const calls = [play(), play(), play()];
    const made = calls.map((call) => tasks.adopt("alice", call));
    const others = tasks.adopt("bob", play());
    for (const call of calls) call.end("ok", "x".repeat(700));
    await flush();
    const statuses = made.map((task) => task.whole()["status"]);
    expect(statuses).toEqual(["completed", "completed", "failed"]);
    expect(made[2]?.whole()).toMatchObject({ error: { code: -32603 } });
    expect(others.isOver).toBe(false);
  });

  it("are gone after their time, with whatever still runs", async () => {
    vi.useFakeTimers();
    const tasks = create({ keepMs: 30_000 });
    const [running, over] = [play(), play()];
    const [one, other] = [tasks.adopt("alice", running), tasks.adopt("alice", over)];
    await vi.advanceTimersByTimeAsync(50_000);
    over.end("ok", "kept");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(running.cancelled).toBe(1);
    expect(tasks.find(one.id, "alice")).toBeNull();
    // What has just ended is there for whoever comes back a little late.
    expect(tasks.find(other.id, "alice")?.whole()).toMatchObject({ status: "completed", ttlMs: 80_000 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(tasks.find(other.id, "alice")).toBeNull();
    vi.useRealTimers();
  });

  it("are cancelled with it, and nothing waits for them any more", async () => {
    const tasks = create();
    const call = play();
    const task = tasks.adopt("alice", call);
    const watch = tasks.watch([task.id], "alice");
    watch?.take();
    const woken = watch?.changed();
    await tasks.close(0);
    await woken;
    expect([call.cancelled, watch?.isClosed, tasks.hasRoom("alice")]).toEqual([1, true, false]);
    expect(tasks.find(task.id, "alice")).toBeNull();
  });

  it("are followed by few streams of each", () => {
    const tasks = create({ watchesPerOwner: 1 });
    const first = tasks.watch([], "alice");
    expect([tasks.watch([], "alice"), tasks.watch([], "bob")?.ids]).toEqual([null, []]);
    first?.close();
    expect(tasks.watch([], "alice")).not.toBeNull();
  });
});
