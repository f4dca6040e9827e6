import { parseArgs } from 'node:util'
import { runCommand } from './support/command.mjs'
import { ensureInstalled } from './support/install.mjs'
import { ensureHeadlessChromium } from './test/programs.mjs'

/*
 * npm run screens -- [--url=http://battito.localhost:3000] [--mockups=FOLDER] [--only=find,match]: takes pictures of a
 * member's screens from a running demo, phone and desktop, light and dark, and puts them beside the mock-ups
 * (docs/screens).
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://battito.localhost:3000' },
      email: { type: 'string', default: 'luca@demo.battito.example' },
      mockups: { type: 'string' },
      only: { type: 'string' },
    },
  })
  await ensureInstalled({ development: true })
  const chromium = await ensureHeadlessChromium()
  const { takeScreens } = await import('./screens/take.mjs')
  await takeScreens({ ...values, only: values.only?.split(','), chromium })
  return 0
})
