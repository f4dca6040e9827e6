// The visitor's first pages: Lighthouse's mobile profile (a mid-range phone on simulated slow 4G) on `/` and `/signup` of two
// brands, the median of five runs each; and how many pages a second the server sends with and without the page cache.
import { chromium } from 'playwright-core'
import { migrate } from '#server/platform/database/migrate.ts'
import { ensureChromium } from '../tools/test/programs.mjs'
import { ensureWebBuilt } from '../tools/support/web-build.mjs'
import { webBuild } from './parts/config.ts'
import { freePort } from '#test/support/free-port.ts'
import { forkProgram } from './parts/fork.ts'
import { categories, lookAt, type Look } from './parts/look.ts'
import { median, report } from './parts/measure.ts'
import { pageRates } from './parts/page-rate.ts'

const hosts = ['localhost', 'battito.localhost']
const paths = ['/', '/signup']
const targets = {
  performance: 100,
  accessibility: 100,
  'best-practices': 95,
  seo: 95,
  lcp: 1200,
  cached: 1500,
  uncached: 300,
} as const
const looks = 5

const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
if (process.env['WEB_BUILD_DIR'] === undefined) await ensureWebBuilt()
const server = await forkProgram('serve.ts', {
  DATABASE_URL: url,
  WEB_BUILD: webBuild,
})

const rates = await pageRates(`http://localhost:${server.port}`, paths)

const debugging = await freePort()
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [
    `--remote-debugging-port=${debugging}`,
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
const pages: Record<string, Record<string, number>> = {}
const failed = new Set<string>()
try {
  for (const host of hosts) {
    for (const path of paths) {
      const page = `http://${host}:${server.port}${path}`
      // The first run fills the compile caches of server and browser, and is not counted.
      await lookAt(page, debugging)
      const seen: Look[] = []
      for (let n = 0; n < looks; n += 1) seen.push(await lookAt(page, debugging))
      pages[`${host}${path}`] = {
        ...Object.fromEntries(categories.map((name) => [name, median(seen.map(({ scores }) => scores[name] ?? 0))])),
        lcp: median(seen.map(({ lcp }) => lcp)),
      }
      for (const look of seen) for (const audit of look.failed) failed.add(`${host}${path}: ${audit}`)
    }
  }
} finally {
  await browser.close()
  await server.stop()
}

const missed = [
  ...Object.entries(pages).flatMap(([page, found]) => [
    ...categories.filter((name) => (found[name] ?? 0) < targets[name]).map((name) => `${page}: ${name} ${found[name]}`),
    ...((found['lcp'] ?? Infinity) > targets.lcp ? [`${page}: LCP ${found['lcp']} ms`] : []),
  ]),
  ...rates.flatMap(({ path, cached, uncached }) => [
    ...(cached < targets.cached ? [`${path}: ${cached} pages/s from the cache`] : []),
    ...(uncached < targets.uncached ? [`${path}: ${uncached} pages/s without`] : []),
  ]),
]
const value = Math.min(...Object.values(pages).map(({ performance }) => performance ?? 0))
report('landing', 'Lighthouse performance, the lowest page', JSON.stringify(targets), {
  value,
  yardstick: targets.performance,
  ratio: Number((value / targets.performance).toPrecision(4)),
  pages,
  rates,
  missed,
  failed: [...failed],
})
process.exit(missed.length === 0 ? 0 : 1)
