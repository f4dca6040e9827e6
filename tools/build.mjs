import { runCommand } from './support/command.mjs'
import { ensureInstalled } from './support/install.mjs'
import { print } from './support/output.mjs'
import { ensureWebBuilt } from './support/web-build.mjs'

/*
 * npm run build: builds the pages and the email templates if they are not up to date, and makes of them, the server and
 * what it needs a folder in `dist` that runs on another machine with production packages only. `--here`: only the builds.
 */
await runCommand(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  if (process.argv.includes('--here')) return 0
  const { makeRelease } = await import('./release/make-release.mjs')
  print(
    `${await makeRelease()} is made; copy it to a server, then: npm ci --omit=dev && npm run serve (docs/install.md)`,
  )
  return 0
})
