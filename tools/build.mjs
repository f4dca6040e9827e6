import { runCommand } from './support/command.mjs'
import { ensureInstalled } from './support/install.mjs'
import { ensureWebBuilt } from './support/web-build.mjs'

/* npm run build: builds the pages and the email templates if they are not up to date. */
await runCommand(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  return 0
})
