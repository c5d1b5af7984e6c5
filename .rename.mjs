// usage: node .rename.mjs spec.txt ; each line: file oldName newName [occurrenceRegexContext]
import ts from "typescript";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
const cfg = ts.getParsedCommandLineOfConfigFile("tsconfig.json", {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: console.error });
const texts = new Map(); const versions = new Map();
const get = (f) => { if (!texts.has(f)) { const t = ts.sys.readFile(f); if (t === undefined) return undefined; texts.set(f, t); versions.set(f, 0);} return texts.get(f); };
const host = { getScriptFileNames: () => cfg.fileNames, getScriptVersion: (f) => String(versions.get(f) ?? 0), getScriptSnapshot: (f) => { const t = get(f); return t === undefined ? undefined : ts.ScriptSnapshot.fromString(t); }, getCurrentDirectory: () => process.cwd(), getCompilationSettings: () => cfg.options, getDefaultLibFileName: ts.getDefaultLibFilePath, fileExists: ts.sys.fileExists, readFile: ts.sys.readFile, readDirectory: ts.sys.readDirectory, directoryExists: ts.sys.directoryExists, getDirectories: ts.sys.getDirectories };
const ls = ts.createLanguageService(host);
const dirty = new Set();
for (const line of readFileSync(process.argv[2], "utf8").split("\n")) {
  if (!line.trim() || line.startsWith("#")) continue;
  const [file, old, neu, ctx] = line.split(/\s+/);
  const f = resolve(file); const t = get(f);
  if (t === undefined) { console.log("NO FILE", file); continue; }
  let pos = -1;
  const rx = new RegExp((ctx ? ctx.replace("@", `(?<hit>\\b${old}\\b)`) : `(?<hit>\\b${old}\\b)`), "dg");
  for (const m of t.matchAll(rx)) { const p = m.indices.groups.hit[0]; const info = ls.getRenameInfo(f, p, {}); if (info.canRename) { pos = p; break; } }
  if (pos < 0) { console.log("NOT FOUND", line); continue; }
  const locs = ls.findRenameLocations(f, pos, false, false, { providePrefixAndSuffixTextForRename: false }) ?? [];
  const by = new Map();
  for (const l of locs) { if (l.fileName.includes("node_modules")) { console.log("SKIP lib", line); by.clear(); break; } (by.get(l.fileName) ?? by.set(l.fileName, []).get(l.fileName)).push(l); }
  let n = 0;
  for (const [fn, ls2] of by) { let x = get(fn); for (const l of ls2.sort((a, b) => b.textSpan.start - a.textSpan.start)) { x = x.slice(0, l.textSpan.start) + (l.prefixText ?? "") + neu + (l.suffixText ?? "") + x.slice(l.textSpan.start + l.textSpan.length); n++; } texts.set(fn, x); versions.set(fn, (versions.get(fn) ?? 0) + 1); dirty.add(fn); }
  console.log(old, "->", neu, n);
}
for (const f of dirty) writeFileSync(f, texts.get(f));
