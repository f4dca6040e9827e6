// Members' pages on a phone with four times slower processing and slow pictures: what moves after it was painted, the
// longest task, when the list is painted, and how fast the deck answers while fifty cards are swiped.
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import sharp from 'sharp'
import { createGeo } from '#server/modules/geo/index.ts'
import { sessionCookie } from '#server/modules/identity/sessions/credentials.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { ensureChromium } from '../tools/test/programs.mjs'
import { ensureWebBuilt } from '../tools/support/web-build.mjs'
import { connectPairs } from './parts/chat-pairs.ts'
import { webBuild } from './parts/config.ts'
import { forkProgram } from './parts/fork.ts'
import { report } from './parts/measure.ts'
import { makePeople, type Person } from './parts/people.ts'
import { observe, type PageFigures } from './parts/page-figures.ts'

const targets = { shift: 0, task: 100, lcp: 2000, interaction: 150 } as const
const slowdown = 4
const pictureMs = 300
/** Waits this long for what comes after a page has loaded. */
const restMs = 2500
const swipes = 50

const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
if (process.env['WEB_BUILD_DIR'] === undefined) await ensureWebBuilt()
const database = openDatabase(url)
await createGeo(database).load()
const [him] = await makePeople(database, 1, 'man', 1000)
const women = await makePeople(database, swipes + 20, 'woman', 1000)
const [her] = women
if (!him || !her) throw new Error('no members')
await fill(database.db, him, women)
const server = await forkProgram('serve.ts', { DATABASE_URL: url, WEB_BUILD: webBuild })
// A list of more than a screen, and a conversation of more than its document shows.
for (const woman of women.slice(0, 25)) {
  const pair = await connectPairs([him, woman], () => server.port)
  for (let n = 0; n < (woman === her ? 40 : 1); n += 1) await pair.send(n)
  pair.close()
}

const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const pages: Record<string, PageFigures & { readonly content?: number }> = {}
let swiped: PageFigures
try {
  const member = await phone(him)
  /** Each page's address, and the first of what it is opened for. */
  const paths = {
    list: ['/find', 'main article'],
    deck: ['/match', 'main [role="group"][aria-label]'],
    profile: [`/user/${her.id}`, 'main h1'],
    chats: ['/chats', 'main li a[href^="/chats/"]'],
    conversation: [`/chats/${her.id}`, '[role="log"] [data-seq]'],
    notifications: ['/notifications', 'main li a[href^="/user/"]'],
    'own profile': ['/profile', 'main h2'],
    plans: ['/vip_plan/cred', 'main h2'],
  } as const
  for (const [name, [path, content]] of Object.entries(paths)) pages[name] = await visit(member, path, content)
  pages['landing'] = await visit(await phone(), '/')
  swiped = await swipe(member)
} finally {
  await browser.close()
  await server.stop()
  await database.close()
}

const all = [...Object.values(pages), swiped]
const shift = Math.max(...all.map((page) => page.shift))
const task = Math.max(...all.map((page) => page.task))
const lcp = pages['list']?.lcp ?? Infinity
report('browser', 'layout shift, then ms', JSON.stringify(targets), {
  shift,
  task,
  lcp,
  interaction: swiped.interaction,
  swiped,
  pages,
})
process.exit(
  shift <= targets.shift && task <= targets.task && lcp <= targets.lcp && swiped.interaction <= targets.interaction
    ? 0
    : 1,
)

/** Photos, likes and the popups already seen. */
async function fill(db: Database, member: Person, others: readonly Person[]): Promise<void> {
  const created_at = new Date()
  await db.updateTable('members').set({ welcome_gift_shown_at: created_at }).execute()
  await db
    .insertInto('onboarding')
    .values({ member_id: member.id, skipped: ['photo'] })
    .execute()
  const photos = others.map(({ id }) => ({ id: newId(), member_id: id }))
  await db
    .insertInto('member_photos')
    .values(
      photos.map((photo) => ({ ...photo, storage_key: photo.id, state: 'approved', is_default: true, created_at })),
    )
    .execute()
  await db
    .insertInto('notifications')
    .values(
      others
        .slice(0, 15)
        .map(({ id }) => ({ member_id: member.id, id: newId(), actor_id: id, kind: 'like', created_at })),
    )
    .execute()
}

async function phone(member?: Person): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'it-IT',
    serviceWorkers: 'block',
  })
  if (member)
    await context.addCookies([
      {
        name: sessionCookie,
        value: member.token,
        url: 'https://localhost/',
        secure: true,
        httpOnly: true,
        sameSite: 'Lax',
      },
    ])
  const body = await sharp({ create: { width: 480, height: 640, channels: 3, background: '#a77' } })
    .jpeg()
    .toBuffer()
  await context.route('**/media/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, pictureMs))
    await route.fulfill({ contentType: 'image/jpeg', body })
  })
  return context
}

/** A page with the slow processor, whose figures are recorded from its first byte. */
async function slowPage(context: BrowserContext): Promise<{ page: Page; figures: () => Promise<PageFigures> }> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, figures: await observe(page) }
}

/** @param content what is waited for: `content` are the milliseconds until the frame that shows it */
async function visit(
  context: BrowserContext,
  path: string,
  content?: string,
): Promise<PageFigures & { readonly content?: number }> {
  const { page, figures } = await slowPage(context)
  if (content !== undefined)
    await page.addInitScript((selector) => {
      const look = () => {
        if (document.querySelector(selector)) Object.assign(window, { contentAt: performance.now() })
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }, content)
  await page.goto(`http://localhost:${server.port}${path}`)
  if (content !== undefined) await page.waitForSelector(content)
  await page.waitForTimeout(restMs)
  const at = await page.evaluate(() => (window as { contentAt?: number }).contentAt)
  const seen = await figures()
  await page.close()
  return at === undefined ? seen : { ...seen, content: Math.round(at) }
}

/** Swipes cards with a finger, to the left and to the right in turn. */
async function swipe(context: BrowserContext): Promise<PageFigures> {
  const { page, figures } = await slowPage(context)
  await page.goto(`http://localhost:${server.port}/match`)
  const deck = page.getByRole('group', { name: /^Bench / })
  await deck.waitFor()
  await page.waitForTimeout(restMs)
  const touch = await context.newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 320 }] })
  for (let n = 0; n < swipes; n += 1) {
    const to = n % 2 ? 1 : -1
    const name = await deck.getAttribute('aria-label')
    await send('touchStart', 195)
    for (let step = 1; step <= 6; step += 1) await send('touchMove', 195 + to * step * 30)
    await send('touchEnd')
    await page.waitForFunction(
      (before) =>
        document
          .querySelector('[role="group"][aria-keyshortcuts], [role="group"][tabindex]')
          ?.getAttribute('aria-label') !== before,
      name,
    )
    await page.waitForTimeout(150)
  }
  const seen = await figures()
  await page.close()
  return seen
}
