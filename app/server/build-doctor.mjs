/** A step of `npm run build`: the doctor as one file, build/doctor.js, which needs no developer's tool to run. */
import { resolve } from "node:path";
import { build } from "vite";

await build({
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  resolve: { alias: { "~": resolve("app") } },
  build: {
    ssr: "app/doctor/main.ts",
    outDir: "build",
    emptyOutDir: false,
    target: "node20",
    rollupOptions: { output: { entryFileNames: "doctor.js" } },
  },
});
