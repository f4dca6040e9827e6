import { chromium, type Browser } from 'playwright-core'
import { webBuild } from '#test/pages/web-build.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#test/support/test-server.ts'
import { countLoads } from './counts.ts'

/** The whole product with its real pages on a database of its own, and a browser. */
export interface Product {
  readonly testServer: TestServer
  readonly browser: Browser
  /** The URL of a page on a brand's host, by default `localhost`. */
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
  // Start no spare renderer in advance, which would take a quarter of the renderers' time.
  '--renderer-process-limit=1',
  // Without a GPU, its process only makes frames, and passes them on.
  '--in-process-gpu',
  // Nor does its network need a process of its own: each of a page's files would pass between the two, which takes an
  // eighth of the browser's time. The last switch replaces Playwright's, so its feature is repeated.
  '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
]

let browser: Promise<Browser> | undefined

/**
 * The Chromium named by CHROMIUM (`npm test` sets it), or Debian's. All files of a worker share it, and it ends with
 * the worker's process. Contexts are isolated; each test closes the contexts that it opens.
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
      // Contexts that a failed test left open.
      await Promise.all(browser.contexts().map((context) => context.close()))
      await testServer.close()
    },
  }
}
