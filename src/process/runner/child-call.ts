import { closeSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { MESSAGE } from "../messages.ts";
import type { EndedMessage, RunMessage, StartedMessage } from "../messages.ts";
import { ExitReports } from "./exit-reports.ts";
import { EMPTY_HASH, OutputDrain } from "./output-drain.ts";
import type { ProcessEnd } from "../process-runner.ts";
import type { ChildStarter, ChildStreams, DirectPipes, StartedChild } from "./started-child.ts";
import { leftNothing } from "../tree/created-since.ts";
import { NamespaceWatch } from "../tree/namespace-watch.ts";
import { findLive, killFound, signalTree, toQuery } from "../tree/kill-tree.ts";
import { readProcessEntry } from "../tree/process-table.ts";
import type { ProcessEntry } from "../tree/process-table.ts";
import { sweepTree } from "../tree/sweep.ts";

/** How long pipes may stay open once the tree is dead: what was written is in them, and reading it needs no writer. */
const PIPE_WAIT_MS = 500;
/** A minute in all, for a gateway that reads slowly or a process out of reach that goes on writing. */
const PIPE_ROUNDS = 120;
/** The start of a short program travels with its end: a message of its own would wake the gateway while the program runs. */
const ANNOUNCE_MS = 5;
const GRACE_LOOK_MS = 20;
const HOLD_BYTES = 64 * 1024;
/** How bubblewrap ends when it cannot do as told. */
const CONFINER_FAILED = 1;
const NEVER_BEGAN: ProcessEnd = {
  kind: "spawn-failed",
  errno: "NEVER_BEGAN",
  message: "what was to confine it ended without having started it",
};

/** The way to the gateway, shared by all calls. */
export interface GatewayPort {
  readonly send: (type: number, header: object, payload?: Uint8Array) => boolean;
  /** What `sending` sends leaves in one piece. */
  readonly together: (sending: () => void) => void;
  /** Runs `action` once everything sent so far has left. */
  readonly whenFree: (action: () => void) => void;
}

/** What all calls of one runner share. */
export interface CallSurroundings {
  readonly port: GatewayPort;
  readonly startChild: ChildStarter;
  /** Time between TERM and KILL, in milliseconds. */
  readonly killGraceMs: number;
}

/** One program from its start until the last process of its tree is dead. */
export class ChildCall {
  readonly #order: RunMessage;
  readonly #port: GatewayPort;
  readonly #startChild: ChildStarter;
  readonly #killGraceMs: number;
  readonly #onDone: () => void;
  readonly #began = performance.now();
  readonly #known = new Map<number, number>();
  #root: { pid: number; startTicks: number } | null = null;
  #stdin: ChildStreams["stdin"] = null;
  /** Whose input and output the gateway was offered and has not answered for. */
  #offered: StartedChild | undefined;
  #stdout: OutputDrain | undefined;
  #stderr: OutputDrain | undefined;
  #reports: ExitReports | undefined;
  #startedAtMs = 0;
  #namespace: NamespaceWatch | undefined;
  #announced = false;
  #announcement: NodeJS.Timeout | undefined;
  #timeout: NodeJS.Timeout | undefined;
  #pipeWait: NodeJS.Timeout | undefined;
  #ending: "timeout" | "output-limit" | "cancelled" | undefined;
  #exit: ProcessEnd | undefined;
  #onExit: () => void = () => undefined;
  #treeDead = false;
  #leftover = 0;
  #done = false;

  constructor(order: RunMessage, { port, startChild, killGraceMs }: CallSurroundings, onDone: () => void) {
    this.#order = order;
    this.#port = port;
    this.#startChild = startChild;
    this.#killGraceMs = killGraceMs;
    this.#onDone = onDone;
  }

  start(): void {
    const startedAtMs = Date.now();
    const child = this.#startChild(this.#order, (failure) => this.#finish(failure));
    if (child === undefined) return;
    child.onExit((code, signal) => this.#exited(code, signal));
    // The child cannot vanish before this look: only a later turn of the event loop collects it.
    this.#root = { pid: child.pid, startTicks: readProcessEntry(child.pid)?.startTicks ?? 0 };
    this.#startedAtMs = startedAtMs;
    if (this.#order.ownNamespace === true) {
      this.#namespace = new NamespaceWatch({ callId: this.#order.callId, ...this.#root });
    }
    if (this.#order.direct === true && child.pipes !== null) this.#offered = child;
    if (this.#order.stream) this.#announce();
    else this.#announcement = setTimeout(() => this.#announce(), ANNOUNCE_MS);
    this.#timeout = setTimeout(() => this.end("timeout"), this.#order.timeoutMs);
    if (this.#offered === undefined) this.#connect(child);
    this.#stderr = this.#drain(child.stderr, "stderr", this.#order.maxStderrBytes);
    this.#reports = child.reports === null ? undefined : new ExitReports(child.reports, () => this.#finishWhenQuiet());
  }

  /** Whether the gateway reads and writes itself from now on. */
  piped(taken: boolean): void {
    const child = this.#offered;
    if (child === undefined) return;
    this.#offered = undefined;
    if (taken) closePipes(child.pipes);
    else this.#connect(child);
    this.#finishWhenQuiet();
  }

  /**
   * TERM to the whole tree, KILL once the grace time is over. When the program has ended already there is nothing to do;
   * what it wrote too much may still be found then.
   */
  end(kind: "timeout" | "output-limit" | "cancelled"): void {
    if (this.#root === null || this.#ending !== undefined) return;
    if (this.#exit !== undefined && kind !== "output-limit") return;
    this.#ending = kind;
    if (this.#exit !== undefined) return;
    if (this.#order.interactive === true) this.#stdin?.end();
    void this.#endTree();
  }

  /** Kills the whole tree at once and resolves when it is gone. */
  async kill(): Promise<void> {
    if (this.#root !== null) await killFound(this.#query(), 1);
  }

  /** More input for an interactive program; what it does not take any more counts as taken. */
  feed(bytes: Uint8Array): void {
    const taken = (): void => {
      if (!this.#done) this.#port.send(MESSAGE.taken, { id: this.#order.id, bytes: bytes.length });
    };
    if (this.#stdin?.writable === true) this.#stdin.write(bytes, taken);
    else taken();
  }

  #announce(): void {
    if (this.#announced || this.#root === null) return;
    this.#announced = true;
    const pipes = this.#offered?.pipes ?? null;
    const message = { id: this.#order.id, ...this.#root, startedAtMs: this.#startedAtMs, pipes };
    this.#port.send(MESSAGE.started, message satisfies StartedMessage);
  }

  /** Whether it reads all of it, some or none is the program's affair: a pipe that breaks says no more than that. */
  #connect(child: StartedChild): void {
    const { stdin, stdout } = child.streams();
    this.#stdout = this.#drain(stdout, "stdout", this.#order.maxStdoutBytes);
    this.#stdin = stdin;
    stdin?.on("error", () => undefined);
    if (this.#order.interactive !== true) stdin?.end(this.#order.stdin);
  }

  #drain(stream: Readable, name: "stdout" | "stderr", cap: number): OutputDrain {
    const header = { id: this.#order.id };
    return new OutputDrain(stream, {
      cap,
      holdBytes: this.#order.stream ? 0 : HOLD_BYTES,
      forward: (bytes, resume) => {
        this.#announce();
        const ready = this.#port.send(MESSAGE[name], header, bytes);
        if (!ready) this.#port.whenFree(resume);
        return ready;
      },
      onBytes: () => this.#watchTotal(),
      onEnd: () => this.#finishWhenQuiet(),
    });
  }

  #watchTotal(): void {
    const { maxTotalBytes } = this.#order;
    if (maxTotalBytes === undefined) return;
    if ((this.#stdout?.bytes ?? 0) + (this.#stderr?.bytes ?? 0) > maxTotalBytes) this.end("output-limit");
  }

  #exited(code: number | null, signal: string | null): void {
    this.#exit =
      code === null ? { kind: "signalled", signal: signal ?? "unknown" } : { kind: "exited", exitCode: code };
    this.#onExit();
    if (this.#ending !== undefined) return;
    if (this.#namespace === undefined) this.#sweep();
    else void this.#namespace.gone().then((ending) => this.#sweep(ending));
  }

  #sweep(ending?: ProcessEntry): void {
    const query = { ...this.#query(), ending };
    const lastedMs = performance.now() - this.#began;
    if (leftNothing(query, lastedMs)) this.#treeEnded(0);
    else void sweepTree(query).then((count) => this.#treeEnded(count));
  }

  async #endTree(): Promise<void> {
    const deadline = performance.now() + this.#killGraceMs;
    this.#remember(signalTree(this.#query(), "SIGTERM"));
    const exit = new Promise<void>((resolve) => (this.#onExit = resolve));
    await Promise.race([exit, sleep(this.#killGraceMs)]);
    // The main program may end at the signal while others still put their things in order.
    while (performance.now() < deadline && this.#remember(findLive(this.#query())) > 0) {
      await sleep(GRACE_LOOK_MS);
    }
    const others = this.#exit === undefined ? -1 : 0;
    const killed = await killFound(this.#query(), 1);
    await this.#namespace?.gone();
    this.#treeEnded(Math.max(0, others + killed));
  }

  #remember(members: readonly ProcessEntry[]): number {
    for (const entry of members) this.#known.set(entry.pid, entry.startTicks);
    return members.length;
  }

  #query(): ReturnType<typeof toQuery> {
    const { pid = null, startTicks = 0 } = this.#root ?? {};
    return toQuery({ callId: this.#order.callId, pid, startTicks }, this.#known);
  }

  #treeEnded(leftover: number): void {
    this.#treeDead = true;
    this.#leftover = leftover;
    this.#finishWhenQuiet();
    if (!this.#done) this.#waitForPipes();
  }

  /** A process that cannot be found or killed may hold a pipe for ever; the call ends without it. */
  #waitForPipes(rounds = PIPE_ROUNDS): void {
    const drains = [this.#stdout, this.#stderr, this.#reports].filter((drain) => drain !== undefined);
    const before = totalBytes(drains);
    const decide = (): void => {
      if (this.#done) return;
      const moved = totalBytes(drains) > before || drains.some((drain) => drain.waiting);
      if (moved && rounds > 0 && this.#ending !== "output-limit") this.#waitForPipes(rounds - 1);
      else for (const drain of drains) drain.destroy();
    };
    // A turn of the event loop more: when this process was held up, the timer comes before the data that has long arrived.
    this.#pipeWait = setTimeout(() => setImmediate(decide), PIPE_WAIT_MS);
  }

  #finishWhenQuiet(): void {
    if (!this.#treeDead || this.#offered !== undefined) return;
    if ([this.#stdout, this.#stderr, this.#reports].some((drain) => drain?.ended === false)) return;
    // A main program that even KILL could not end was asked to; what is reported is why.
    const end = this.#ending === undefined ? this.#exitOfProgram() : { kind: this.#ending };
    if (end !== undefined) this.#finish(end);
  }

  /** One that somebody killed says nothing of the program either, but does not end by itself. */
  #exitOfProgram(): ProcessEnd | undefined {
    const failed = this.#exit?.kind === "exited" && this.#exit.exitCode === CONFINER_FAILED;
    return failed && this.#reports?.hasBegun === false ? NEVER_BEGAN : this.#exit;
  }

  #finish(end: ProcessEnd): void {
    if (this.#done) return;
    this.#done = true;
    for (const timer of [this.#announcement, this.#timeout, this.#pipeWait]) clearTimeout(timer);
    this.#stdin?.destroy();
    this.#port.together(() => this.#reportEnd(end));
    this.#onDone();
  }

  #reportEnd(end: ProcessEnd): void {
    this.#announce();
    this.#stdout?.flush();
    this.#stderr?.flush();
    const message: EndedMessage = {
      id: this.#order.id,
      end,
      durationMs: performance.now() - this.#began,
      stdoutBytes: this.#stdout?.bytes ?? 0,
      stderrBytes: this.#stderr?.bytes ?? 0,
      stdoutHash: this.#stdout?.hash() ?? EMPTY_HASH,
      stderrHash: this.#stderr?.hash() ?? EMPTY_HASH,
      leftoverProcesses: this.#leftover,
    };
    this.#port.send(MESSAGE.ended, message);
  }
}

function closePipes(pipes: DirectPipes | null): void {
  if (pipes === null) return;
  closeSync(pipes.stdin);
  closeSync(pipes.stdout);
}

function totalBytes(drains: readonly Pick<OutputDrain, "bytes">[]): number {
  return drains.reduce((sum, drain) => sum + drain.bytes, 0);
}
