import { runCommand } from './command.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureWebBuilt } from './web-build.mjs'

/* npm run build: builds the pages and the email templates if they are not up to date. */
await runCommand(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  return 0
})
