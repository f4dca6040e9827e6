import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Result {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Those that read what a theme or a brand's colours change. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe finds fault with on the page as it stands (WCAG A and AA, best practice), one line each. `rules`: only these. */
export async function faults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // A modal dialog hides the page behind it from everybody, its main part and heading included.
  const behind =
    (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
      ? ['landmark-one-main', 'page-has-heading-one', 'region']
      : []
  const wanted = {
    rules: Object.fromEntries(behind.map((rule) => [rule, { enabled: false }])),
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: everything },
    resultTypes: ['violations'],
  }
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: { run(options: object): Promise<Result> } }).axe.run(options),
    wanted,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) =>
        `${id}: ${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, ' ').slice(0, 200)}`,
    ),
  )
}
