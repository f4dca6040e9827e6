import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { firstRow, MoveRefused } from './ends.ts'

/*
 * Writes are paused by the database itself, so that no process, job or command can be forgotten: its sessions end, and
 * new ones may only read. Requests that write are answered with 503, as while a database restarts.
 */

const database = async (source: pg.Client): Promise<string> =>
  pg.escapeIdentifier((await firstRow<{ name: string }>(source, 'select current_database() as name')).name)

const timeoutMs = 10_000

/** @throws MoveRefused naming sessions that cannot be ended; the writes are then to be opened again */
export async function pauseWrites(source: pg.Client): Promise<void> {
  await source.query(`alter database ${await database(source)} set default_transaction_read_only = on`)
  const { since } = await firstRow<{ since: string }>(source, 'select clock_timestamp()::text as since')
  // A session that is just starting has no database yet, and may have read the setting of before. Of sessions of other
  // roles, type and start may be hidden.
  const older = `from pg_stat_activity where pid <> pg_backend_pid() and coalesce(backend_start, '-infinity') <= $1::timestamptz
    and (datname = current_database() and coalesce(backend_type, 'client backend') in ('client backend', 'parallel worker')
      or datid is null and backend_type = 'client backend')`
  for (const end = Date.now() + timeoutMs; ; await sleep(10)) {
    const { rows } = await source.query<{ role: string | null; mine: boolean; is_starting: boolean }>(
      `select usename::text as role, datid is null as is_starting,
         coalesce(pg_has_role(usesysid, 'member') or pg_has_role('pg_signal_backend', 'member'), false) as mine ${older}`,
      [since],
    )
    if (rows.length === 0) return
    const other = rows.find(({ mine, is_starting: isStarting }) => !mine && !isStarting)
    if (other)
      throw new MoveRefused(`${other.role} uses the old database, and its sessions cannot be ended: close them first.`)
    if (Date.now() > end)
      throw new MoveRefused('Sessions of the old database do not end; `npm run db:check` names them.')
    await source.query(`select pg_terminate_backend(pid) ${older} and datid is not null`, [since])
  }
}

/** Also ends the sessions that may only read, so that those after them may write. */
export async function resumeWrites(source: pg.Client): Promise<void> {
  await source.query(`alter database ${await database(source)} reset default_transaction_read_only`)
  await source.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
       and pid <> pg_backend_pid() and (pg_has_role(usesysid, 'member') or pg_has_role('pg_signal_backend', 'member'))`,
  )
}
