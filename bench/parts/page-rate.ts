import autocannon from 'autocannon'
import { interleaved } from './measure.ts'

const seconds = 4

/** Pages a second over ten connections, with gzip as for a browser. @throws when an answer is not a page */
async function rate(url: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: 10,
    duration: seconds,
    headers: { 'accept-encoding': 'gzip' },
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} failed`)
  return requests.average
}

export interface PageRate {
  readonly path: string
  readonly cached: number
  readonly uncached: number
  readonly ratio: number
}

/**
 * Measures each page from the page cache and, alternately, with a visit's parameter, which renders it for each request.
 */
export async function pageRates(origin: string, paths: readonly string[]): Promise<PageRate[]> {
  const rates: PageRate[] = []
  for (const path of paths) {
    const { value, yardstick, ratio } = await interleaved(
      () => rate(`${origin}${path}`),
      () => rate(`${origin}${path}?tid=bench`),
      3,
    )
    rates.push({ path, cached: Math.round(value), uncached: Math.round(yardstick), ratio })
  }
  return rates
}
