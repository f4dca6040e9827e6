import type { RetentionRule } from '#platform/database/retention.ts'
import type { Erasing, TableFacts } from '#platform/database/table.ts'
import { tablesOfModules } from '#src/tables.ts'
import { markdownTable } from './markdown-table.ts'

const kept = (rule: RetentionRule): string => {
  if (rule.kind === 'member') return 'as long as the member'
  if (rule.kind === 'fixed') return 'does not grow'
  if (rule.kind === 'law') return `for good: ${rule.why}`
  if (rule.kind === 'sweep') return `until ${rule.job} removes them`
  if (rule.kind === 'month') return `until ${rule.days} days after the end of their month: ${rule.why}`
  return `for ${rule.days} days after ${rule.column}: ${rule.why}`
}

const erased = (erase: Erasing): string => {
  if (typeof erase === 'string') return erase === 'cascades' ? 'deleted with the member' : 'names no member'
  return 'stays' in erase ? `stays: ${erase.stays}` : `step *${erase.step}*: ${erase.effect}`
}

const exported = ({ export: files }: TableFacts): string => {
  if ('none' in files) return `not exported: ${files.none}`
  return [files]
    .flat()
    .map(({ file, columns, also = {} }) => `${file ? `${file}: ` : ''}${[columns, ...Object.keys(also)].join(' ')}`)
    .join('; ')
}

const encrypted = ({ sealed }: TableFacts): string =>
  sealed === undefined ? '' : `; encrypted under SECRET_KEY: ${Object.keys(sealed).join(' ')}`

/** Every table with its module, how long its rows stay, what erasing does and what is exported, as Markdown. */
export function tablesDocument(): string {
  const modules = Object.entries(tablesOfModules).filter(([, tables]) => Object.keys(tables).length > 0)
  return [
    '# Tables',
    'Written by `npm run docs:write` from each module’s `tables.ts`; server/test/tables/tables.test.ts compares them with the schema. A module inserts, updates and deletes rows of its own tables only; `server/test/tables/table-owners.test.ts` lists the exceptions with their reasons. The order of the steps of an erasure is in `accounts/erase/steps.ts` ([006](decisions/006-erasing-a-member.md)).',
    ...modules.flatMap(([module, tables]) => [
      `## ${module}`,
      markdownTable(
        ['table', 'a row is', 'kept', 'when a member is erased', 'in the export of own data'],
        Object.entries(tables).map(([name, facts]) => [
          name,
          `${facts.holds}${encrypted(facts)}`,
          kept(facts.keep),
          erased(facts.erase),
          exported(facts),
        ]),
      ),
    ]),
    '',
  ].join('\n\n')
}
