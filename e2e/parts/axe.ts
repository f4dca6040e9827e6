import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { strangeColours } from './colours.ts'
import { countAxeRun } from './counts.ts'

interface Result {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * The page's current faults, one per line: axe's findings about its structure (WCAG A and AA, best practice), and pairs
 * of colours that no brand's palette is checked for. Contrast is computed for all brands and both themes together
 * (server/src/modules/brands/used-colours.ts).
 */
export async function faults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // A modal dialog hides the page behind it, including its main landmark and heading.
  const behind =
    (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
      ? ['landmark-one-main', 'page-has-heading-one', 'region']
      : []
  const wanted = {
    rules: Object.fromEntries(['color-contrast', ...behind].map((rule) => [rule, { enabled: false }])),
    runOnly: { type: 'tag', values: everything },
    resultTypes: ['violations'],
  }
  countAxeRun()
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: { run(options: object): Promise<Result> } }).axe.run(options),
    wanted,
  )
  const structure = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) =>
        `${id}: ${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, ' ').slice(0, 200)}`,
    ),
  )
  return [...structure, ...(await strangeColours(page))]
}
