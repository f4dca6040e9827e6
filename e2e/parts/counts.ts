import type { Browser, BrowserContext } from 'playwright-core'

/** What the browser tests did: page loads and axe runs are what they cost. */
export interface Counts {
  pageLoads: number
  axeRuns: number
}

let counts: Counts = { pageLoads: 0, axeRuns: 0 }

export const countAxeRun = (): void => {
  counts.axeRuns += 1
}

/** Counts every document that a page of the browser asks for. */
export function countLoads(browser: Browser): void {
  browser.on('context', (context: BrowserContext) =>
    context.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame().parentFrame() === null) counts.pageLoads += 1
    }),
  )
}

/** What was done since it was asked last. */
export function takeCounts(): Counts {
  const taken = counts
  counts = { pageLoads: 0, axeRuns: 0 }
  return taken
}
