import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { SessionNews } from "../connect/news/session-news.ts";
import { FORGOTTEN } from "../connect/session.ts";
import type { Session } from "../connect/session.ts";
import { renderFailure } from "../render-failure.ts";
import { UpstreamError } from "../upstream.ts";
import type {
  UpstreamCall,
  UpstreamConnection,
  UpstreamFailure,
  UpstreamListeners,
  UpstreamListing,
  UpstreamResult,
  UpstreamState,
  UpstreamCatalogue,
} from "../upstream.ts";
import { MAX_ATTEMPTS, RETRY_FAILED_MS, toPauseMs } from "./backoff.ts";
import type { Clock } from "./clock.ts";
import { watchHealth } from "./watch-health.ts";

export interface KeeperParts {
  readonly clock: Clock;
  /** Starts or reaches the server. What was started is gone when it rejects. */
  readonly open: (news: SessionNews, signal: AbortSignal) => Promise<Session>;
  /** Rejects where what explains cannot be read, as after Toolgate was replaced on disk. */
  readonly explain: (error: unknown) => Promise<UpstreamFailure>;
  /** How long a program may go unused before it is ended; `null`: for ever. */
  readonly idleMs: number | null;
}

/** Tools are asked for again at most so often, however often a server says that they changed. */
const RELIST_PAUSE_MS = 300;
const RELIST_EVERY_MS = 5_000;

/** What broke is not shown as it is: nobody has taken secrets out of it. */
const UNTOLD: UpstreamFailure = {
  reason:
    "something broke, and what would say it cannot be read: Toolgate may have been replaced on disk; start the gateway again",
};

const ILL = "it answered none of three health checks in a row";

/** Keeps one server connected: connects when needed, looks whether it is well, and connects again, more and more rarely. */
export class UpstreamKeeper implements UpstreamConnection {
  readonly server: McpServer;
  readonly #parts: KeeperParts;
  readonly #listeners: UpstreamListeners;
  #state: UpstreamState = { kind: "idle" };
  #session: Session | null = null;
  #attempts = 0;
  #opening: { readonly result: Promise<void>; readonly abort: AbortController } | null = null;
  #stopTimer = (): void => undefined;
  #stopHealth = (): void => undefined;
  #stopRelist: (() => void) | null = null;
  #stopIdle = (): void => undefined;
  #listedAt = 0;
  #watched: ReadonlySet<string> = new Set();
  readonly #closing = new Set<Promise<void>>();

  constructor(server: McpServer, parts: KeeperParts, listeners: UpstreamListeners) {
    this.server = server;
    this.#parts = parts;
    this.#listeners = listeners;
  }

  get state(): UpstreamState {
    return this.#state;
  }

  async connect(signal: AbortSignal): Promise<void> {
    if (this.#state.kind === "idle") this.#open();
    if (this.#opening !== null) await untilAborted(this.#opening.result, signal);
    if (this.#state.kind !== "ready") throw this.#unavailable();
  }

  async call(call: UpstreamCall): Promise<UpstreamResult> {
    const startedAtMs = this.#parts.clock.now();
    const began = performance.now();
    const session = await this.#sessionFor(call.signal);
    const finish = (end: UpstreamResult["end"]): UpstreamResult => ({
      end,
      startedAtMs,
      durationMs: performance.now() - began,
      software: typeof session === "string" ? null : session.software,
      protocolVersion: typeof session === "string" ? null : session.protocolVersion,
    });
    if (typeof session === "string") return finish({ kind: "unavailable", reason: session });
    this.#stopIdle();
    const end = await session.call(call);
    if (end.kind === "answered") this.#attempts = 0;
    if (session.isForgotten) this.#loseSession(session, FORGOTTEN);
    this.#watchIdle(session);
    return finish(end);
  }

  async catalogue(signal: AbortSignal): Promise<UpstreamCatalogue> {
    return (await this.#session?.catalogue(signal)) ?? { resources: [], templates: [], prompts: [] };
  }

  async watch(uris: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    this.#watched = uris;
    const session = this.#session;
    if (session === null) throw this.#unavailable();
    this.#watchIdle(session);
    return session.watch(uris);
  }

  retry(): void {
    if (this.#state.kind !== "waiting" && this.#state.kind !== "failed" && this.#state.kind !== "idle") return;
    this.#attempts = 0;
    this.#open();
  }

  async close(): Promise<void> {
    if (this.#state.kind !== "closed") this.#setState({ kind: "closed" });
    for (const stop of [this.#stopTimer, this.#stopHealth, this.#stopIdle]) stop();
    this.#stopRelist?.();
    const opening = this.#opening;
    opening?.abort.abort(new Error("closed"));
    await opening?.result;
    this.#dropSession();
    await Promise.all(this.#closing);
  }

  async #sessionFor(signal: AbortSignal): Promise<Session | string> {
    try {
      await this.connect(signal);
    } catch (error) {
      return error instanceof UpstreamError ? renderFailure(error) : "the call ended before the server was connected";
    }
    return this.#session ?? renderFailure(this.#unavailable());
  }

  /** @param reason what is wrong with the connection that still stands */
  #open(reason?: string): void {
    this.#stopTimer();
    const abort = new AbortController();
    const result = this.#tryOnce(abort.signal, reason).finally(() => {
      if (this.#opening?.abort === abort) this.#opening = null;
    });
    this.#opening = { result, abort };
  }

  async #tryOnce(signal: AbortSignal, reason?: string): Promise<void> {
    this.#attempts += 1;
    this.#setState({ kind: "connecting", attempt: this.#attempts, ...(reason === undefined ? {} : { reason }) });
    const open = this.#parts.open;
    let session: Session | null = null;
    let hasChanged = false;
    const onChanged = (): void => {
      hasChanged = true;
      if (session !== null) this.#noteChanged(session);
    };
    try {
      session = await open(this.#toNews(onChanged), signal);
      hasChanged = false;
      const listing = await session.list(signal);
      signal.throwIfAborted();
      this.#take(session, listing);
      // Perhaps what was listed was older.
      if (hasChanged) this.#noteChanged(session);
    } catch (error) {
      if (session !== null) this.#closeSession(session);
      const failure = await this.#parts.explain(error).catch(() => UNTOLD);
      if (!signal.aborted) this.#wait(failure);
    }
  }

  #toNews(onToolsChanged: () => void): SessionNews {
    const { onOffersChanged, onUpdated } = this.#listeners;
    return {
      onToolsChanged,
      onOffersChanged: (list) => onOffersChanged?.(list),
      onUpdated: (uri) => onUpdated?.(uri),
    };
  }

  /** The new one takes the place of the old one in one step. */
  #take(session: Session, listing: UpstreamListing): void {
    this.#dropSession();
    this.#session = session;
    this.#listedAt = this.#parts.clock.now();
    this.#listeners.onListing(listing);
    const { software, protocolVersion } = session;
    this.#setState({ kind: "ready", since: this.#parts.clock.now(), software, protocolVersion });
    void session.lost.then((reason) => this.#loseSession(session, reason));
    this.#stopHealth = watchHealth(session, this.#parts.clock, {
      onWell: () => (this.#attempts = 0),
      onIll: () => this.#reconnect(session),
    });
    this.#watchIdle(session);
    void this.#watchAgain(session);
  }

  /** What was watched over the last connection; whatever happened in between, nobody said. */
  async #watchAgain(session: Session): Promise<void> {
    if (this.#watched.size === 0) return;
    const agreed = await session.watch(this.#watched).catch(() => new Set<string>());
    if (this.#session === session) for (const uri of agreed) this.#listeners.onUpdated?.(uri);
  }

  #wait(failure: UpstreamFailure): void {
    this.#dropSession();
    const { clock } = this.#parts;
    const hasFailed = this.#attempts >= MAX_ATTEMPTS;
    const pauseMs = hasFailed ? RETRY_FAILED_MS : toPauseMs(Math.max(1, this.#attempts));
    const retryAt = clock.now() + pauseMs;
    this.#setState(
      hasFailed
        ? { kind: "failed", retryAt, ...failure }
        : { kind: "waiting", attempt: Math.max(1, this.#attempts), retryAt, ...failure },
    );
    this.#stopTimer = clock.after(pauseMs, () => {
      if (hasFailed) this.#attempts = 0;
      this.#open();
    });
  }

  #loseSession(session: Session, reason: string): void {
    if (this.#session !== session) return;
    this.#dropSession();
    if (this.#state.kind === "ready") this.#wait({ reason });
  }

  /** It still stands, but does not answer: another one is made first. */
  #reconnect(session: Session): void {
    if (this.#session === session && this.#state.kind === "ready") this.#open(ILL);
  }

  #dropSession(): void {
    const session = this.#session;
    if (session === null) return;
    this.#session = null;
    this.#stopHealth();
    this.#stopIdle();
    this.#stopRelist?.();
    this.#stopRelist = null;
    this.#closeSession(session);
  }

  #closeSession(session: Session): void {
    const closing: Promise<void> = session
      .close()
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  #noteChanged(session: Session): void {
    if (this.#session !== session || this.#stopRelist !== null) return;
    const { clock } = this.#parts;
    const pauseMs = Math.max(RELIST_PAUSE_MS, this.#listedAt + RELIST_EVERY_MS - clock.now());
    this.#stopRelist = clock.after(pauseMs, () => void this.#relist(session));
  }

  async #relist(session: Session): Promise<void> {
    this.#stopRelist = null;
    this.#listedAt = this.#parts.clock.now();
    try {
      const listing = await session.list(AbortSignal.timeout(RELIST_TIMEOUT_MS));
      if (this.#session === session) this.#listeners.onListing(listing);
    } catch (error) {
      // What its tools are is not known any more.
      this.#loseSession(session, (await this.#parts.explain(error).catch(() => UNTOLD)).reason);
    }
  }

  #watchIdle(session: Session): void {
    const { idleMs, clock } = this.#parts;
    this.#stopIdle();
    if (idleMs === null || this.#session !== session || session.running > 0 || this.#watched.size > 0) return;
    this.#stopIdle = clock.after(idleMs, () => {
      if (this.#session !== session || session.running > 0 || this.#state.kind !== "ready") return;
      this.#dropSession();
      this.#attempts = 0;
      this.#setState({ kind: "idle" });
    });
  }

  #setState(state: UpstreamState): void {
    this.#state = state;
    this.#listeners.onState?.(state);
  }

  #unavailable(): UpstreamError {
    const state = this.#state;
    if (state.kind === "waiting" || state.kind === "failed") {
      const inS = Math.max(0, Math.ceil((state.retryAt - this.#parts.clock.now()) / 1000));
      const { said = null, hint = `it is tried again in ${inS} s` } = state;
      return new UpstreamError(state.reason, hint, said);
    }
    return new UpstreamError(`it is ${state.kind}`, "`toolgate servers test` tries the connection");
  }
}

const RELIST_TIMEOUT_MS = 120_000;

function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error("the wait for the server was ended"));
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
