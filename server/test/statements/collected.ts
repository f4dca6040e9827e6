import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isStatement, kindOf } from './kinds.ts'

/** Tables that do not grow with the members. */
const fixed = [
  'geo_regions',
  'geo_cities',
  'schema_migrations',
  'demo_installations',
  'server_keys',
  'job_workers',
  'claim_figures',
  'answers_by_day',
  'measured_days',
  'ledger_checks',
  'refill_progress',
  // In progress now, and handled one by one.
  'erasures',
  'legal_holds',
]

export const growsWithMembers = (table: string): boolean => !fixed.includes(table)

/** The statements that tests wrote into a folder (`record.ts`): one text of each kind. */
export function readCollected(folder: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const file of globSync('*.jsonl', { cwd: folder }))
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const text = String(JSON.parse(line))
      if (isStatement(text)) texts.set(kindOf(text), text)
    }
  return texts
}
