import pc from "picocolors";

export type Colors = ReturnType<typeof pc.createColors>;

/** One output stream, and what it can show. */
export interface Screen {
  readonly isTerminal: boolean;
  /** Columns; without a limit when this is not a terminal. */
  readonly width: number;
  /** Each leaves its text alone where colour is off. */
  readonly colors: Colors;
  write(text: string): void;
  /** Writes the text and a newline. */
  line(text?: string): void;
}

/** Colour needs a terminal that has it, and neither `NO_COLOR` nor `--no-color`. */
export function createScreen(
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number },
  options: { readonly color: boolean; readonly env: NodeJS.ProcessEnv },
): Screen {
  const isTerminal = stream.isTTY === true;
  const isRefused = (options.env["NO_COLOR"] ?? "") !== "" || options.env["TERM"] === "dumb";
  const write = (text: string): void => void stream.write(text);
  return {
    isTerminal,
    get width() {
      return isTerminal ? (stream.columns ?? 80) : Number.POSITIVE_INFINITY;
    },
    colors: pc.createColors(isTerminal && options.color && !isRefused),
    write,
    line: (text = "") => write(`${text}\n`),
  };
}
