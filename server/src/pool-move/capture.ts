import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { lockTimeoutMs, retryLocks } from '#platform/database/lock-timeout.ts'
import type { Pool, PoolTable } from './pool-rows.ts'

/*
 * While a pool is copied, triggers of its old database note the key of every row that changes, of any pool, since a
 * deleted row's pool may not be known any more. Once its writes are stopped, they refuse changes of its rows instead,
 * with an error that is answered like a database that restarts: 503. Everything is in the schema `pool_move`, and
 * dropping that opens the writes again.
 */

export interface Change {
  readonly id: string
  readonly table: string
  readonly key: Readonly<Record<string, unknown>>
}

export interface Captured {
  readonly poolId: string
  readonly isStopped: boolean
}

/** The move that this database is the origin of, if any. */
export async function capturedPool(source: pg.Client): Promise<Captured | undefined> {
  const { rows } = await source.query<{ exists: boolean }>(
    `select to_regclass('pool_move.state') is not null as exists`,
  )
  if (!rows[0]?.exists) return undefined
  const found = await source.query<{ pool_id: string; is_stopped: boolean }>(
    'select pool_id, is_stopped from pool_move.state',
  )
  const [state] = found.rows
  return state && { poolId: state.pool_id, isStopped: state.is_stopped }
}

/** Begins to note changes; goes on after an interruption. */
export async function startCapture(source: pg.Client, { id }: Pool, tables: readonly PoolTable[]): Promise<void> {
  await source.query(`
    create schema if not exists pool_move;
    create table if not exists pool_move.state (pool_id text primary key, is_stopped boolean not null);
    create table if not exists pool_move.changes (id bigserial primary key, table_name text not null, key jsonb not null);`)
  for (const table of tables) {
    const { name, key, where } = table
    const keyOf = (row: string): string =>
      `jsonb_build_object(${key.map((column) => `'${column}', ${row}.${pg.escapeIdentifier(column)}`).join(', ')})`
    const refuseIf = (row: string): string => `
      if exists (select from (select ${row}.*) as r where ${where}) then
        raise exception 'this pool is being moved to another database' using errcode = '57P03';
      end if;`
    const note = (row: string): string =>
      `insert into pool_move.changes (table_name, key) values ('${name}', ${keyOf(row)});`
    await source.query(`
      create or replace function pool_move.on_${name}() returns trigger language plpgsql as $$
      begin
        if current_setting('pool_move.is_mover', true) = 'yes' then
          if tg_op = 'DELETE' then return old; end if;
          return new;
        end if;
        -- Before the state is read, so that stopping can wait for every transaction that read the earlier state.
        perform pg_current_xact_id();
        if (select is_stopped from pool_move.state) then
          if tg_op <> 'INSERT' then ${refuseIf('old')} end if;
          if tg_op <> 'DELETE' then ${refuseIf('new')} end if;
        else
          if tg_op <> 'INSERT' then ${note('old')} end if;
          if tg_op <> 'DELETE' then ${note('new')} end if;
        end if;
        if tg_op = 'DELETE' then return old; end if;
        return new;
      end $$`)
    await withShortLocks(source, () =>
      source.query(
        `create or replace trigger pool_move before insert or update or delete on public.${name}
         for each row execute function pool_move.on_${name}()`,
      ),
    )
  }
  await source.query('insert into pool_move.state (pool_id, is_stopped) values ($1, false) on conflict do nothing', [
    id,
  ])
}

/** Lets other statements pass between the attempts: those behind one that waits for a lock wait as well. */
async function withShortLocks(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
  try {
    await retryLocks('the move', work)
  } finally {
    await client.query('set lock_timeout = 0')
  }
}

/** The oldest noted changes. */
export async function nextChanges(source: pg.Client, limit: number): Promise<readonly Change[]> {
  const { rows } = await source.query<{ id: string; table_name: string; key: Change['key'] }>(
    'select id::text as id, table_name, key from pool_move.changes order by id limit $1',
    [limit],
  )
  return rows.map(({ id, table_name: table, key }) => ({ id, table, key }))
}

export async function forgetChanges(source: pg.Client, changes: readonly Change[]): Promise<void> {
  await source.query('delete from pool_move.changes where id = any($1::bigint[])', [changes.map(({ id }) => id)])
}

/** Refuses further changes of the pool's rows, and waits for the transactions that may still make some. */
export async function stopWrites(source: pg.Client, timeoutMs: number): Promise<void> {
  await source.query('update pool_move.state set is_stopped = true')
  const { rows } = await source.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  for (const end = Date.now() + timeoutMs; ; await sleep(20)) {
    const over = await source.query<{ over: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as over',
      [rows[0]?.xid],
    )
    if (over.rows[0]?.over) return
    if (Date.now() > end)
      throw new Error('a transaction has been writing for too long; `npm run db:check` names it. Try again afterwards')
  }
}

export async function resumeWrites(source: pg.Client): Promise<void> {
  await source.query('update pool_move.state set is_stopped = false')
}
