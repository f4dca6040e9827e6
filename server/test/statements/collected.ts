import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { retentionRules } from '#src/tables.ts'
import { isStatement, kindOf } from './kinds.ts'
import type { Recorded } from './record.ts'

/** Tables that do not grow with the members, beside those that do not grow at all. */
const fixed = [
  ...Object.keys(retentionRules).filter((table) => retentionRules[table]?.kind === 'fixed'),
  // By process, and by brand and day.
  'job_workers',
  'answers_by_day',
  'measured_days',
  // By failure of a service outside.
  'outages',
  // In progress now, and handled one by one.
  'erasures',
  'legal_holds',
]

/** Whether a table grows, for those of the program and that of the jobs. */
export async function growing(client: pg.Client): Promise<(table: string) => boolean> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const names = new Set([...rows.map(({ name }) => name), '_private_jobs'])
  return (table) => names.has(table) && !fixed.includes(table)
}

export interface Collected {
  /** One text of each kind. */
  readonly texts: ReadonlyMap<string, string>
  /** Commands of `server/src/commands` that sent one of them. */
  readonly commands: ReadonlySet<string>
}

/** What tests wrote into a folder (`record.ts`). */
export function readCollected(folder: string): Collected {
  const texts = new Map<string, string>()
  const commands = new Set<string>()
  for (const file of globSync('*.jsonl', { cwd: folder }))
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const recorded = JSON.parse(line) as Recorded
      if ('command' in recorded) commands.add(recorded.command)
      else if (isStatement(recorded.text)) texts.set(kindOf(recorded.text), recorded.text)
    }
  return { texts, commands }
}
