import { runCommand } from './support/command.mjs'
import { launch } from './start/launcher.mjs'

await runCommand(() => launch(process.argv.slice(2)))
