import type pg from 'pg'

/** What was last done to look after a database, and what its PostgreSQL says of its log. */
export interface Upkept {
  readonly backup: Date | null
  /** When the log was sent to a bucket; null where PostgreSQL archives it by itself. */
  readonly log: Date | null
  readonly proved: Date | null
  readonly faulty: Date | null
  readonly archivedAt: Date | null
  readonly failedAt: Date | null
  readonly archives: boolean
  /** It is the one that the installation brings with it. */
  readonly isEmbedded: boolean
}

/** Reads what commands noted (`tools/support/upkeep.mjs`, `commands/restore-check.ts`). */
export async function upkept(pool: pg.Pool): Promise<Upkept> {
  const { rows } = await pool.query<Upkept>({
    name: 'upkeep',
    text: `select (select at from upkeep where what = 'backup') as backup,
        (select at from upkeep where what = 'log') as log,
        (select at from upkeep where what = 'restore_proved') as proved,
        (select at from upkeep where what = 'restore_faulty') as faulty,
        last_archived_time as "archivedAt", last_failed_time as "failedAt",
        current_setting('archive_mode') <> 'off' as archives,
        current_setting('archive_command') like '%archive_to%' as "isEmbedded"
      from pg_stat_archiver`,
  })
  const [found] = rows
  if (!found) throw new Error('pg_stat_archiver has no row')
  return found
}
