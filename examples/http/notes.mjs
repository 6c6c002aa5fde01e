// The service that the tools of this folder call: `node notes.mjs`, on loopback, with nothing kept.
import { createServer } from "node:http";

const notes = [];

async function readJson(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

createServer(async (request, response) => {
  const answer = (status, value) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
  if (request.headers.authorization !== "Bearer not-so-secret") return answer(401, { error: "the token is wrong" });
  if (request.method === "GET") {
    const word = new URL(request.url, "http://notes").searchParams.get("contains") ?? "";
    return answer(200, { notes: notes.filter(({ text }) => text.includes(word)) });
  }
  const note = { id: notes.length + 1, ...(await readJson(request)) };
  notes.push(note);
  return answer(201, note);
}).listen(8799, "127.0.0.1", () => console.log("notes are at http://127.0.0.1:8799/notes"));
