import { renderDuration } from "../../text/render-duration.ts";
import type { Screen } from "../output/screen.ts";
import { fitText } from "../output/text/fit-text.ts";

/** The last line of a terminal, kept up to date below whatever is printed. Does nothing elsewhere. */
export interface StatusLine {
  show(text: string): void;
  /** Prints whole lines above; the rest waits for its newline. */
  print(text: string): void;
  hide(): void;
  /** Removes the line and prints what was held back. */
  close(): void;
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
const ERASE_LINE = "\r\u001b[2K";

export function createStatusLine(screen: Screen, sinceMs: number = performance.now()): StatusLine {
  let label: string | null = null;
  let partial = "";
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;

  const erase = (): void => (label === null ? undefined : screen.write(ERASE_LINE));
  const draw = (): void => {
    if (label === null) return;
    const elapsed = renderDuration(performance.now() - sinceMs);
    const symbol = FRAMES[frame % FRAMES.length] ?? "";
    const text = fitText(label, Math.max(8, screen.width - elapsed.length - 5));
    screen.write(`${ERASE_LINE}${screen.colors.cyan(symbol)} ${text} ${screen.colors.dim(elapsed)}`);
  };
  const hide = (): void => {
    clearInterval(timer);
    erase();
    label = null;
  };
  return {
    show: (text) => {
      if (!screen.isTerminal) return;
      label = text;
      clearInterval(timer);
      timer = setInterval(() => {
        frame += 1;
        draw();
      }, FRAME_MS).unref();
      draw();
    },
    print: (text) => {
      const end = text.lastIndexOf("\n") + 1;
      const whole = end === 0 ? "" : partial + text.slice(0, end);
      partial = end === 0 ? partial + text : text.slice(end);
      if (whole === "") return;
      erase();
      screen.write(whole);
      draw();
    },
    hide,
    close: () => {
      hide();
      if (partial !== "") screen.write(`${partial}\n`);
      partial = "";
    },
  };
}
