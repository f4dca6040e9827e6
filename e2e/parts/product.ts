import { chromium, type Browser } from 'playwright-core'
import { webBuild } from '../../server/test/pages/web-build.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../server/test/test-server.ts'
import { countLoads } from './counts.ts'

/** The whole product with its real pages on a database of its own, and a browser. */
export interface Product {
  readonly testServer: TestServer
  readonly browser: Browser
  /** The address of a page on a brand's host: `localhost` when none is given. */
  at(path: string, host?: string): string
  close(): Promise<void>
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-prefers-reduced-motion',
  // No process is started in advance for a page that may come: a quarter of what the renderers take.
  '--renderer-process-limit=1',
]

let browser: Promise<Browser> | undefined

/**
 * Debian's Chromium, or the one that CHROMIUM names (`npm test` names it): one for all files of a worker, with whose process it ends. Contexts share nothing, and
 * whoever opens one closes it.
 */
export async function openBrowser(): Promise<Browser> {
  if (browser === undefined || !(await browser).isConnected()) {
    browser = chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: flags })
    countLoads(await browser)
  }
  return browser
}

export async function openProduct(options: TestServerOptions = {}): Promise<Product> {
  const [testServer, browser] = await Promise.all([
    startTestServer({ webBuild: webBuild(), ...options }),
    openBrowser(),
  ])
  const { port } = new URL(testServer.url)
  return {
    testServer,
    browser,
    at: (path, host = 'localhost') => `http://${host}:${port}${path}`,
    async close() {
      // Those of a test that failed.
      await Promise.all(browser.contexts().map((context) => context.close()))
      await testServer.close()
    },
  }
}
