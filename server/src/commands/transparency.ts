import { parseArgs } from 'node:util'
import type { Brands } from '#modules/brands/index.ts'
import { transparencyReport } from '#modules/moderation/index.ts'
import type { Database } from '#platform/database/database.ts'
import { type CommandResult, refused } from './command-result.ts'
import { runOnBrand } from './on-databases.ts'

const usage = `npm run transparency -- --brand KEY --year YEAR [--csv]

The yearly transparency report of a brand (regulation (EU) 2022/2065, articles 15 and 24), counted from the rows: as Markdown to
be published, or as CSV. A brand with "smallEnterprise" in its brand.json has none to publish.`

export interface TransparencyCommandDeps {
  readonly db: Database
  readonly brands: Pick<Brands, 'list'>
}

/** Prints the report of a brand. */
export async function transparency(
  args: readonly string[],
  { db, brands }: TransparencyCommandDeps,
): Promise<CommandResult> {
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  const brand = brands.list.find(({ key }) => key === asked.brand)
  if (!brand) return refused(`--brand: one of ${brands.list.map(({ key }) => key).join(', ')}`, usage)
  if (!/^20\d\d$/.test(asked.year ?? '')) return refused('--year: a year as in 2026', usage)
  if (brand.smallEnterprise)
    return refused('A micro or small enterprise has no report to publish: see "smallEnterprise" in its brand.json.')
  const { markdown, csv } = await transparencyReport(db, brand, Number(asked.year))
  return { ok: true, lines: (asked.csv ? await csv() : markdown).trimEnd().split('\n') }
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    return parseArgs({ args: [...args], options: { brand: text, year: text, csv: { type: 'boolean' } } }).values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

if (import.meta.main) await runOnBrand('transparency', transparency)
