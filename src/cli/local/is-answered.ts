import { connect } from "node:net";

const PROBE_MS = 1000;

/** Whether anybody listens at an address of this machine. Others are not tried: a proxy may stand before them. */
export function isAnswered(base: string): Promise<boolean> {
  const { protocol, hostname, port } = new URL(base);
  if (protocol !== "http:") return Promise.resolve(true);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(port === "" ? 80 : port) });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(PROBE_MS, () => end(false));
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}
