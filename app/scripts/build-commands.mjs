/** A step of `npm run build`: bundles each of the operator's commands into one file, which needs no development modules. */
import { resolve } from "node:path";
import { build } from "vite";

await build({
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  resolve: { alias: { "~": resolve("app") } },
  build: {
    ssr: true,
    outDir: "build",
    emptyOutDir: false,
    target: "node20",
    rollupOptions: {
      input: { doctor: "app/cli/doctor/main.ts", outbox: "app/cli/outbox/main.ts" },
      output: { entryFileNames: "[name].js" },
    },
  },
});
