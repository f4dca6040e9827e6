import lighthouse from 'lighthouse'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export interface Look {
  readonly scores: Readonly<Record<string, number>>
  /** Milliseconds, as simulated on a phone with slow 4G. */
  readonly lcp: number
  /** Audits that cost points. */
  readonly failed: readonly string[]
}

/** One look of Lighthouse's mobile profile at a page, in the browser that listens on `port`. */
export async function lookAt(url: string, port: number): Promise<Look> {
  const found = await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'silent' })
  if (!found || found.lhr.runtimeError) throw new Error(found?.lhr.runtimeError?.message ?? 'Lighthouse said nothing')
  const { lhr } = found
  const counted = new Set(
    categories.flatMap(
      (name) => lhr.categories[name]?.auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id) ?? [],
    ),
  )
  return {
    scores: Object.fromEntries(categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)])),
    lcp: Math.round(lhr.audits['largest-contentful-paint']?.numericValue ?? 0),
    failed: Object.values(lhr.audits)
      .filter(({ id, score }) => counted.has(id) && score !== null && score < 0.9)
      .map(({ id, displayValue = '' }) => `${id} ${displayValue}`.trim()),
  }
}
