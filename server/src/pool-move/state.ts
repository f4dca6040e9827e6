import type pg from 'pg'
import { seal, unseal } from '#platform/secrets/seal.ts'
import type { Keys } from '#platform/ids.ts'

/*
 * What a move leaves in the schema `pool_move` of both databases for the servers, which look at it twice a second and
 * at their start. Addresses contain passwords, so they are sealed under SECRET_KEY.
 */

type Queries = Pick<pg.Client, 'query'>

/** A database that a pool was moved to. */
export interface Place {
  readonly url: string
  /** The same by way of PgBouncer. */
  readonly poolerUrl?: string | undefined
}

export interface MoveState {
  /** Rows still arrive here, so no server may use it yet. */
  readonly isArriving: boolean
  /** The whole database is elsewhere now. Sealed. */
  readonly movedTo: string | null
  /** Pools that are elsewhere now, while others stayed. Sealed, by pool. */
  readonly leftTo: Readonly<Record<string, string>>
  /** There are rows of pools that are not served from here, so that no job may run. */
  readonly isMixed: boolean
}

export const movesPurpose = 'database moves'
export const sealPlace = (keys: Keys, place: Place): string => seal(keys, JSON.stringify(place))
export const unsealPlace = (keys: Keys, sealed: string): Place => JSON.parse(unseal(keys, sealed)) as Place

/** Makes what a move needs of its own in a database. */
export async function createState(database: Queries, isArriving: boolean): Promise<void> {
  await database.query(`
    create schema if not exists pool_move;
    create table if not exists pool_move.marks (id integer primary key, mark text not null);
    create table if not exists pool_move.state (id boolean primary key default true, is_arriving boolean not null,
      moved_to text, left_to jsonb not null default '{}', is_mixed boolean not null default false)`)
  await database.query('insert into pool_move.state (is_arriving) values ($1) on conflict do nothing', [isArriving])
}

/** What a move says about a database; undefined where there is none. */
export async function moveState(database: Queries): Promise<MoveState | undefined> {
  const { rows } = await database.query<{ there: boolean }>(
    `select to_regclass('pool_move.state') is not null as there`,
  )
  if (!rows[0]?.there) return undefined
  const found = await database.query<{
    is_arriving: boolean
    moved_to: string | null
    left_to: Record<string, string>
    is_mixed: boolean
  }>('select is_arriving, moved_to, left_to, is_mixed from pool_move.state')
  const [row] = found.rows
  return row && { isArriving: row.is_arriving, movedTo: row.moved_to, leftTo: row.left_to, isMixed: row.is_mixed }
}
