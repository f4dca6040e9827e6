import { runCommand } from './support/command.mjs'
import { loadSettings } from './support/settings-file.mjs'
import { launch } from './start/launcher.mjs'

await runCommand(() => {
  const args = process.argv.slice(2)
  // The demo must never find a real installation's database.
  if (args.includes('--production')) loadSettings()
  return launch(args)
})
