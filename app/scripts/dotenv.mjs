/**
 * Preloaded by `npm start`: reads `.env` before anything asks for PORT and HOST.
 * What the environment already says wins over the file. (Node 22's --env-file-if-exists would do; Node 20 has none.)
 */
import { existsSync } from "node:fs";

if (existsSync(".env")) process.loadEnvFile(".env");
