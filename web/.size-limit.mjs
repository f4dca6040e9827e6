import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { client, loadedFiles } from './dev/loaded-files.mjs'

/**
 * What the console loads before it shows its first page, with the texts of one language.
 * @param {string[]} entries
 */
const consoleFiles = (entries) => {
  /** @type {Record<string, { file: string, css?: string[], imports?: string[] }>} */
  const chunks = JSON.parse(readFileSync(join(import.meta.dirname, 'build/console/manifest.json'), 'utf8'))
  const found = new Set()
  const add = (/** @type {string} */ name) => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`the console has no ${name}`)
    if (found.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file)
    for (const other of chunk.imports ?? []) add(other)
  }
  for (const name of entries) add(name)
  return [...found].filter((file) => /\.(js|css)$/.test(file)).map((file) => `build/console/${file}`)
}

/** @param {string} name @param {string} limit @param {string[]} routes */
const page = (name, limit, routes) => ({
  name,
  limit,
  gzip: true,
  path: loadedFiles(routes).map((file) => relative(import.meta.dirname, join(client, file))),
})

/**
 * Size limits of the code loaded before the first interaction, with the catalogues of texts that the page waits for.
 * The landing page, which has no script, is measured in a browser.
 */
export default [
  page('signed in, the search', '177.5 kB', ['routes/member-layout', 'routes/landing-or-find']),
  page('signed in, the match', '185.4 kB', ['routes/member-layout', 'features/discovery/deck/match']),
  page('signed in, another member', '183.4 kB', ['routes/member-layout', 'features/discovery/member/user']),
  page('signed in, the notifications', '180.7 kB', ['routes/member-layout', 'features/activity/notifications']),
  page('signed in, the own profile', '226.5 kB', ['routes/member-layout', 'features/members/page/profile']),
  page('signed in, the settings', '197.8 kB', ['routes/member-layout', 'features/members/settings/settings']),
  page('signed in, plan and purchases', '194.4 kB', ['routes/member-layout', 'features/members/purchases/purchases']),
  page('signed in, the plans', '195.2 kB', ['routes/member-layout', 'features/payments/plans/plans']),
  page('signed in, the payment', '201.5 kB', ['routes/member-layout', 'features/payments/pay/pay']),
  page('signed in, a conversation', '190.8 kB', [
    'routes/member-layout',
    'features/chat/list/chats',
    'features/chat/conversation/conversation',
  ]),
  page('the form to register', '174.5 kB', ['routes/visitor-layout', 'features/identity/signup/signup']),
  {
    name: 'the console, its first page',
    limit: '210.5 kB',
    gzip: true,
    path: consoleFiles(['index.html', 'features/audit/audit-page.tsx', '../i18n/console-it.po']),
  },
  { name: 'the card frame', limit: '20 kB', gzip: true, path: 'build/frame/card-frame.js' },
  { name: 'the frame of wallets', limit: '3 kB', gzip: true, path: 'build/frame/wallet-frame.js' },
]
