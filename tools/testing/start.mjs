import { fileURLToPath } from 'node:url'
import { runCommand } from '../support/command.mjs'
import { launch } from '../start/launcher.mjs'

/* Runs the launcher with programs that start quickly. */
const entry = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url))
await runCommand(() =>
  launch(process.argv.slice(2), {
    entries: { server: entry('server.ts'), sandbox: entry('sandbox.ts') },
    preparation: { install: async () => undefined, build: async () => undefined },
  }),
)
