import type { Brand } from '#modules/brands/index.ts'
import { companyTimeZone, dayIn, startOfDay } from '#modules/calendar/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { figuresOf, type Period } from './figures.ts'
import { reportMarkdown } from './markdown.ts'

type Reporting = Pick<Brand, 'key' | 'title' | 'company'>

export const yearAt = ({ company }: Pick<Brand, 'company'>, at: Date): number =>
  Number(dayIn(at, companyTimeZone(company.vatNumber)).slice(0, 4))

/** A year by the calendar of the company. */
export function yearOf({ key, company }: Pick<Brand, 'key' | 'company'>, year: number): Period {
  const zone = companyTimeZone(company.vatNumber)
  return { brandId: key, from: startOfDay(`${year}-01-01`, zone), until: startOfDay(`${year + 1}-01-01`, zone) }
}

/** The yearly report of a brand, as it is published. */
export async function transparencyReport(executor: Executor, brand: Reporting, year: number) {
  const rows = await figuresOf(executor, yearOf(brand, year))
  return {
    rows,
    markdown: reportMarkdown({ title: brand.title, company: brand.company.name, year }, rows),
    csv: async (): Promise<string> => {
      const { stringify } = await import('csv-stringify/sync')
      return stringify([['figure', 'by', 'value'], ...rows.map(({ figure, by, value }) => [figure, by, value])], {
        escape_formulas: true,
      })
    },
  }
}
