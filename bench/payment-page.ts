// The card form on the payment page, on a phone with a four times slower processor and nothing cached: milliseconds from
// the navigation to the first paint of the form in its frame, and of the page around it; medians of seven loads.
import { chromium, type BrowserContext } from 'playwright-core'
import { createGeo } from '#server/modules/geo/index.ts'
import { sessionCookie } from '#server/modules/identity/sessions/credentials.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { ensureChromium } from '../tools/test/programs.mjs'
import { ensureWebBuilt } from '../tools/support/web-build.mjs'
import { openCardProcessor } from './parts/card-processor.ts'
import { webBuild } from './parts/config.ts'
import { forkProgram } from './parts/fork.ts'
import { median, report } from './parts/measure.ts'
import { makePeople } from './parts/people.ts'

const targetMs = 1000
const slowdown = 4
const loads = 7

const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
if (process.env['WEB_BUILD_DIR'] === undefined) await ensureWebBuilt()
const database = openDatabase(url)
await createGeo(database).load()
const [member] = await makePeople(database, 1, 'man', 1000)
if (!member) throw new Error('no member')
await database.db.updateTable('members').set({ level: 0, welcome_gift_shown_at: new Date() }).execute()
const processor = await openCardProcessor(50)
const server = await forkProgram('serve.ts', { DATABASE_URL: url, WEB_BUILD: webBuild, ...processor.env })
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const seen: { form: number; page: number }[] = []
try {
  // The first load asks the provider whether it is up, and for its key.
  await load()
  for (let n = 0; n < loads; n += 1) seen.push(await load())
} finally {
  await browser.close()
  await server.stop()
  await processor.close()
  await database.close()
}
const form = median(seen.map((one) => one.form))
report('payment-page', 'ms', `first paint of the card form <= ${targetMs}`, {
  form,
  page: median(seen.map((one) => one.page)),
  seen,
})
process.exit(form <= targetMs ? 0 : 1)

async function load(): Promise<{ form: number; page: number }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'it-IT',
    serviceWorkers: 'block',
  })
  try {
    return await paints(context)
  } finally {
    await context.close()
  }
}

async function paints(context: BrowserContext): Promise<{ form: number; page: number }> {
  const value = member?.token ?? ''
  await context.addCookies([
    { name: sessionCookie, value, url: 'https://localhost/', secure: true, httpOnly: true, sameSite: 'Lax' },
  ])
  const page = await context.newPage()
  // The frame is in the same process, which is slowed down as a whole.
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(`http://localhost:${server.port}/purchase/pay?plan=plan-3m`)
  await page.frameLocator('iframe').getByLabel('Numero della carta').waitFor()
  const frame = page.frames().find((one) => one.url().includes('/pay/card-frame'))
  if (!frame) throw new Error('the payment page has no card form')
  const painted = () =>
    new Promise<{ from: number; at: number }>((resolve) => {
      new PerformanceObserver((list) => {
        const paint = list.getEntries().find(({ name }) => name === 'first-contentful-paint')
        if (paint) resolve({ from: performance.timeOrigin, at: performance.timeOrigin + paint.startTime })
      }).observe({ type: 'paint', buffered: true })
    })
  const [form, around] = [await frame.evaluate(painted), await page.evaluate(painted)]
  return { form: Math.round(form.at - around.from), page: Math.round(around.at - around.from) }
}
