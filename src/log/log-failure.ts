/** Writes the cause of an unexpected failure to stderr as one JSON line, under the id that the caller was given. */
export function logFailure(id: string, cause: unknown): void {
  void import("pino").then(({ pino }) => {
    const log = pino({ base: { pid: process.pid } }, pino.destination({ fd: 2, sync: true }));
    log.error({ id, err: cause instanceof Error ? cause : new Error(String(cause)) }, "unexpected failure");
  });
}
