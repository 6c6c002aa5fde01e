/** Changes one text that arrives in pieces; what comes out does not depend on where it was cut. */
export interface TextStream {
  /** What may be handed on now. */
  push(chunk: string): string;
  /** The rest. */
  end(): string;
}

/** Each stream is fed with what the one before it gives. */
export function chainStreams(streams: readonly TextStream[]): TextStream {
  return {
    push: (chunk) => streams.reduce((text, stream) => stream.push(text), chunk),
    end: () => streams.reduce((text, stream) => stream.push(text) + stream.end(), ""),
  };
}
