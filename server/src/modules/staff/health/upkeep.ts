import type { UpkeepKind, UpkeepState } from '@incontro/contract/admin'
import { type Upkept, upkept } from '#platform/database/upkeep.ts'
import type pg from 'pg'

const [minute, day] = [60_000, 86_400_000]
/** A backup is made each night; the log leaves each minute; a restore is tried twice a year. */
const oldAfter: Readonly<Record<UpkeepKind, number>> = { backup: 2 * day, log: 15 * minute, restore: 183 * day }

/** When a database was last backed up, its log sent, and a restore of it proved. */
export async function upkeepView(pool: pg.Pool, now: Date) {
  const found = await upkept(pool)
  return (['backup', 'log', 'restore'] as const).map((what) => {
    const { at, state } = states[what](found)
    const isOld = at !== null && now.getTime() - at.getTime() > oldAfter[what]
    return { what, state: state ?? (isOld ? ('old' as const) : ('ok' as const)), at: at?.toISOString() ?? null }
  })
}

/** `state` where the age of it does not say it. */
interface Found {
  readonly at: Date | null
  readonly state: UpkeepState | null
}

const isAfter = (one: Date | null, other: Date | null): boolean => one !== null && (other === null || one > other)

const states: Readonly<Record<UpkeepKind, (found: Upkept) => Found>> = {
  backup: ({ backup, isEmbedded }) => ({ at: backup, state: backup ? null : isEmbedded ? 'never' : 'elsewhere' }),
  log({ log, backup, archivedAt, failedAt, archives, isEmbedded }) {
    // The embedded database archives its log into nothing until the first backup.
    const at = log ?? (archives && (!isEmbedded || backup) ? archivedAt : null)
    if (archives && isAfter(failedAt, archivedAt)) return { at, state: 'failed' }
    if (at !== null) return { at, state: null }
    return { at, state: isEmbedded || archives ? 'never' : 'elsewhere' }
  },
  restore({ proved, faulty }) {
    if (isAfter(faulty, proved)) return { at: faulty, state: 'failed' }
    return { at: proved, state: proved ? null : 'never' }
  },
}
