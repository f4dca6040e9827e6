// Lighthouse on the landing page of two brands, as on a mid-range phone with a slow connection: the median of five runs of
// each category, and the lowest of them over the 95 it has to reach.
import { fileURLToPath } from 'node:url'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { migrate } from '../server/src/platform/migrate.ts'
import { ensureChromium } from '../tools/test/chromium.mjs'
import { ensureWebBuilt } from '../tools/web-build.mjs'
import { forkProgram, freePort } from './parts/fork.ts'
import { median, report } from './parts/measure.ts'

const brands = ['localhost', 'battito.localhost']
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const target = 95
const runs = 5

const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const given = process.env['WEB_BUILD_DIR']
if (given === undefined) await ensureWebBuilt()
const server = await forkProgram('serve.ts', { DATABASE_URL: url, WEB_BUILD: given ?? fileURLToPath(new URL('../web/build', import.meta.url)) })
const debugging = await freePort()
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [
    `--remote-debugging-port=${debugging}`, '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync',
  ],
})

interface Run { readonly scores: Record<string, number>; readonly failed: readonly string[] }

async function look(host: string): Promise<Run> {
  const found = await lighthouse(`http://${host}:${server.port}/`, { port: debugging, onlyCategories: categories, logLevel: 'silent' })
  if (!found || found.lhr.runtimeError) throw new Error(found?.lhr.runtimeError?.message ?? 'Lighthouse said nothing')
  const { lhr } = found
  const scores = Object.fromEntries(categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]))
  const counted = new Set(categories.flatMap((name) => lhr.categories[name]?.auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id) ?? []))
  const failed = Object.values(lhr.audits).filter(({ id, score }) => counted.has(id) && score !== null && score < 0.9).map(({ id, displayValue = '' }) => `${id} ${displayValue}`.trim())
  return { scores, failed }
}

const pages: Record<string, Record<string, number>> = {}
const failed = new Set<string>()
try {
  for (const host of brands) {
    // The first look fills the server's and the browser's caches of compiled code, and does not count.
    await look(host)
    const seen: Run[] = []
    for (let n = 0; n < runs; n += 1) seen.push(await look(host))
    pages[host] = Object.fromEntries(categories.map((name) => [name, median(seen.map(({ scores }) => scores[name] ?? 0))]))
    for (const run of seen) for (const audit of run.failed) failed.add(`${host}: ${audit}`)
  }
} finally {
  await browser.close()
  await server.stop()
}
const value = Math.min(...Object.values(pages).flatMap((scores) => Object.values(scores)))
report('landing', 'Lighthouse score', `each >= ${target}`, { value, yardstick: target, ratio: Number((value / target).toPrecision(4)), pages, failed: [...failed] })
process.exit(value >= target ? 0 : 1)
