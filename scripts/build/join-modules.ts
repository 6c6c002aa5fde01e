import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import type { Plugin } from "rolldown";

/**
 * Joins what the command line is made of into few files: of a start, finding and reading a thousand modules one by one takes
 * longer than all else. Dependencies stay where npm put them, and what is imported late is still read late.
 * @param dist the compiled modules, which stay as they are for programs that import them
 * @param entry the module that is run, below `dist`
 * @param out the folder below `dist` that the joined files are written to
 */
export async function joinModules(dist: string, entry: string, out: string): Promise<void> {
  const input = path.join(dist, entry);
  const bundle = await rolldown({
    input,
    platform: "node",
    external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
    plugins: [keepPlaces(dist, out)],
  });
  try {
    const { output } = await bundle.generate({ format: "esm", chunkFileNames: "[name]-[hash].js" });
    mkdirSync(path.join(dist, out), { recursive: true });
    for (const file of output) {
      if (file.type === "chunk") writeFileSync(path.join(dist, out, file.fileName), escapeAll(file.code));
    }
  } finally {
    await bundle.close();
  }
}

/** A module that looks for files beside itself finds those that were beside it before. */
function keepPlaces(dist: string, out: string): Plugin {
  return {
    name: "keep-places",
    transform: (code, id) => {
      if (!code.includes("import.meta.")) return null;
      const place = path.relative(path.join(dist, out), id);
      return code
        .replaceAll("import.meta.url", `new URL(${JSON.stringify(place)}, import.meta.url).href`)
        .replaceAll("import.meta.dirname", `(import.meta.dirname + ${JSON.stringify(`/${path.dirname(place)}`)})`);
    },
  };
}

/**
 * V8 keeps a source that has a single character beyond Latin-1 in two bytes each, for as long as the program runs. Unit by
 * unit: two escapes side by side mean in texts and patterns what the pair of units does.
 */
function escapeAll(code: string): string {
  return code.replaceAll(/[^\u0000-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
