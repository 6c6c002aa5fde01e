/** Where a call belongs in a trace over several programs, in the words of W3C Trace Context and Baggage. Checked. */
export interface TraceContext {
  /** `00-<trace id>-<parent id>-<flags>`, lower-case hex. */
  readonly traceparent: string;
  readonly tracestate: string | null;
  readonly baggage: string | null;
}
