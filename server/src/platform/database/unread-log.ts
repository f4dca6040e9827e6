import type pg from 'pg'

/** A replication slot that nothing reads. */
export interface UnreadSlot {
  readonly name: string
  readonly megabytes: number
}

/**
 * The replication slots that nothing reads, the largest first, with the log that each keeps on the database's disk: of a
 * replica that is gone, or of a move that ended halfway. The disk fills until they are dropped.
 */
export async function unreadSlots(pool: Pick<pg.Pool | pg.Client, 'query'>): Promise<readonly UnreadSlot[]> {
  const { rows } = await pool.query<UnreadSlot>({
    name: 'unread slots',
    text: `select slot_name as name,
        coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) / 1000000, 0)::float8 as megabytes
      from pg_replication_slots where not active order by 2 desc`,
  })
  return rows
}

/** Megabytes of log that the worst of them keeps; 0 without one. */
export const unreadLogMegabytes = async (pool: pg.Pool): Promise<number> =>
  Math.round((await unreadSlots(pool))[0]?.megabytes ?? 0)
