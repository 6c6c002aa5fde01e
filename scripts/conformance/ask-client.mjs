import { connect } from "node:net";

/**
 * What the suite starts to test a client: it hands on what it was told to the client that runs already, because loading that
 * takes longer than any scenario. Arguments: the socket, and the server of the suite.
 */
const [socketPath, url] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario = "", MCP_CONFORMANCE_CONTEXT: context = "{}" } = process.env;
const socket = connect(socketPath);
let answer = "";
socket.setEncoding("utf8");
socket.on("data", (text) => (answer += text));
socket.on("end", () => {
  process.stderr.write(answer);
  process.exitCode = answer === "" ? 0 : 1;
});
socket.end(JSON.stringify({ url, scenario, context: JSON.parse(context) }));
