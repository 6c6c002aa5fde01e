import { Socket } from "node:net";
import { ChildCall } from "./child-call.ts";
import type { GatewayPort } from "./child-call.ts";
import { chooseStarter } from "./choose-starter.ts";
import { closeInherited } from "./close-inherited.ts";
import { frameDecoder, toFrameBytes } from "../frame-codec.ts";
import type { Frame } from "../frame-codec.ts";
import { MESSAGE, parseId, parsePiped, parseRun } from "../messages.ts";

/** The connection to the gateway. The runner lives exactly as long as it is open. */
const GATEWAY_FD = 3;

closeInherited(GATEWAY_FD);

// Ending the runner by signal would leave the trees to themselves; it ends when the gateway does.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);

const killGraceMs = Number(process.argv[2]);
const starter = await chooseStarter(process.argv[3]);
const calls = new Map<number, ChildCall>();
const socket = new Socket({ fd: GATEWAY_FD, readable: true, writable: true });
const port = gatewayPort(socket);

const decode = frameDecoder(takeFrame);
socket.on("data", (bytes: Buffer) => {
  try {
    decode(bytes);
  } catch {
    socket.destroy();
  }
});
socket.on("error", () => undefined);
socket.once("end", () => socket.destroy());
socket.once("close", () => void endAll());
port.send(MESSAGE.ready, { starter: starter.name });

function takeFrame(frame: Frame): void {
  if (frame.type === MESSAGE.run) startCall(frame);
  else if (frame.type === MESSAGE.input) calls.get(parseId(frame.header))?.feed(frame.payload);
  else if (frame.type === MESSAGE.piped) calls.get(parseId(frame.header))?.piped(parsePiped(frame.header));
  else if (frame.type === MESSAGE.cancel) calls.get(parseId(frame.header))?.end("cancelled");
  else throw new TypeError(`unknown message type ${frame.type} from the gateway`);
}

function startCall({ header, payload }: Frame): void {
  const order = parseRun(header, payload);
  const call = new ChildCall(order, { port, startChild: starter.start, killGraceMs }, () => calls.delete(order.id));
  calls.set(order.id, call);
  call.start();
}

async function endAll(): Promise<void> {
  await Promise.all([...calls.values()].map((call) => call.kill()));
  process.exit(0);
}

function gatewayPort(stream: Socket): GatewayPort {
  let waiting: (() => void)[] = [];
  stream.on("drain", () => {
    const actions = waiting;
    waiting = [];
    for (const action of actions) action();
  });
  return {
    send: (type, header, payload) => stream.writable && stream.write(toFrameBytes(type, header, payload)),
    together: (sending) => {
      stream.cork();
      sending();
      stream.uncork();
    },
    whenFree: (action) => void waiting.push(action),
  };
}
