import type { Browser, BrowserContext } from 'playwright-core'

/** What the browser tests did; page loads and axe runs dominate their duration. */
export interface Counts {
  pageLoads: number
  axeRuns: number
}

let counts: Counts = { pageLoads: 0, axeRuns: 0 }

export const countAxeRun = (): void => {
  counts.axeRuns += 1
}

/** Counts every document that a page of the browser requests. */
export function countLoads(browser: Browser): void {
  browser.on('context', (context: BrowserContext) =>
    context.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame().parentFrame() === null) counts.pageLoads += 1
    }),
  )
}

/** Returns the counts since the last call. */
export function takeCounts(): Counts {
  const taken = counts
  counts = { pageLoads: 0, axeRuns: 0 }
  return taken
}
