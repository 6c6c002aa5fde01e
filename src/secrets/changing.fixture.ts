import { createSecretWorld } from "./secret-world.fixture.ts";

/** A process of its own that changes what a folder keeps: `keep NAME VALUE TOOL`, or `remove ID`. */
const [folder = "", action = "", name = "", value = "", tool = ""] = process.argv.slice(2);
const world = await createSecretWorld(folder);
if (action === "keep") await world.keep(name, value, { bindings: [{ tool, host: null }] });
if (action === "remove") await world.store.secrets.remove(name);
await world.store.close();
