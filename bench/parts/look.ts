import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export interface Look {
  readonly scores: Readonly<Record<string, number>>
  /** In milliseconds, simulated for a phone on slow 4G. */
  readonly lcp: number
  /** The audits that reduced the score. */
  readonly failed: readonly string[]
}

/**
 * The part of Lighthouse's result that we read. Scores of categories are from 0 to 1, `numericValue` is in
 * milliseconds.
 */
interface LighthouseResult {
  readonly categories: Readonly<
    Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >
  readonly audits: Readonly<
    Record<string, { id: string; score: number | null; numericValue?: number; displayValue?: string }>
  >
}

const program = join(import.meta.dirname, '../landing/look.mjs')

/** Runs Lighthouse's mobile profile on a page, in the browser that listens on `port`. */
export async function lookAt(url: string, port: number): Promise<Look> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, url, String(port), categories.join(',')], {
    maxBuffer: 100_000_000,
  })
  const result = JSON.parse(stdout) as LighthouseResult
  const counted = new Set(
    categories.flatMap(
      (name) => result.categories[name]?.auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id) ?? [],
    ),
  )
  return {
    scores: Object.fromEntries(
      categories.map((name) => [name, Math.round((result.categories[name]?.score ?? 0) * 100)]),
    ),
    lcp: Math.round(result.audits['largest-contentful-paint']?.numericValue ?? 0),
    failed: Object.values(result.audits)
      .filter(({ id, score }) => counted.has(id) && score !== null && score < 0.9)
      .map(({ id, displayValue = '' }) => `${id} ${displayValue}`.trim()),
  }
}
