import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { lockKeys } from '#platform/database/lock-keys.ts'
import { createTables, requireMovable } from './checks.ts'
import { connect, type Ends, MoveRefused, withEnds } from './ends.ts'
import { pauseWrites, resumeWrites } from './pause.ts'
import type { Pool } from './pool-rows.ts'
import {
  alignMonths,
  carrySequences,
  emptyTables,
  published,
  removeReplication,
  replicationName,
  startReplication,
  stopReplication,
  untilCaughtUp,
  untilCopied,
} from './replication.ts'
import { deletePool, keepOnly } from './split.ts'
import { createState, moveState } from './state.ts'

export interface Move {
  readonly pool: Pool
  /** Whether pools of other brands stay in the old database. */
  readonly isSplit: boolean
  readonly sourceUrl: string
  readonly targetUrl: string
  /** The old database as the new server reaches it, if not by `sourceUrl`. */
  readonly sourceAsSeen?: string | undefined
  /** The new address, for the servers that read it in the old database. */
  readonly sealedPlace: string
  readonly print: (line: string) => void
  /** Replays the ledger of a database. @returns the number of differences */
  readonly checkLedger: (url: string) => Promise<number>
  /** Called between the steps, for tests. */
  readonly onStep?: (step: 'copied' | 'paused' | 'switched') => Promise<void>
}

export interface Moved {
  readonly rows: number
  /** For how long no writes were accepted, until the servers could read the new address. */
  readonly pausedMs: number
  readonly deleted: number
}

/** Writes are paused once the target is not further behind than this, in milliseconds. */
const closeBehindMs = 500
const catchUpMs = 600_000
const pauseMs = 20_000
/** How long a standby may take to become the primary. */
const reconnectMs = 60_000

/**
 * Moves a pool's database by PostgreSQL's logical replication, while it is used. Before the end an interruption leaves
 * everything as it was, but for what the next run or `undoMove` removes.
 * @throws MoveRefused; the writes are then open, as before
 */
export async function movePool(move: Move): Promise<Moved> {
  return withEnds(move, async (ends) => {
    const { source, target } = ends
    const { print } = move
    await takeTurn(source)
    if (await isMoved(source, move.pool.id)) return finishMove(move, ends)
    const name = await replicationName(source)
    await requireMovable(ends)
    print('The tables are created …')
    await createTables(move.targetUrl, ends)
    await createState(target, true)
    await createState(source, false)
    await clear(ends, name)
    await startReplication(ends, name, move.sourceAsSeen ?? move.sourceUrl)
    print('All rows are copied …')
    await untilCopied(ends, name, print)
    await move.onStep?.('copied')
    // Without statistics, the first plans of the new database would scan its tables, and connections would keep them.
    await target.query('analyze')
    while ((await untilCaughtUp(ends, name, catchUpMs)) > closeBehindMs) print('The new database catches up …')
    const views = await switchOver(move, ends, name)
    let rows = 0
    try {
      await move.onStep?.('switched')
      await removeReplication(ends, name)
      rows = await requireSameCounts(views, await published(source))
      print(`${rows} rows are in both.`)
    } finally {
      // What they have read stays locked until then.
      await Promise.all([views.source.end(), views.target.end()])
    }
    return { ...(await finishMove(move, ends)), rows, pausedMs: views.pausedMs }
  })
}

/** Both databases as they were at the end of the pause. */
interface Views extends Ends {
  readonly pausedMs: number
}

/** Pauses writes, and lets the servers find the new address once it has everything. */
async function switchOver(move: Move, ends: Ends, name: string): Promise<Views> {
  const { source, target } = ends
  const { print, pool, isSplit, sealedPlace } = move
  const opened: pg.Client[] = []
  const view = async (url: string): Promise<pg.Client> => {
    const client = await connect(url)
    opened.push(client)
    await client.query('begin isolation level repeatable read read only')
    return client
  }
  const begun = performance.now()
  try {
    await pauseWrites(source)
    print('Writes are paused …')
    await move.onStep?.('paused')
    await untilCaughtUp(ends, name, pauseMs)
    await stopReplication(target, name)
    await alignMonths(ends)
    await carrySequences(ends)
    const views = { source: await view(move.sourceUrl), target: await view(move.targetUrl) }
    // A snapshot is taken with the first statement.
    for (const client of Object.values(views)) await client.query('select 1 from pool_move.marks')
    await target.query('update pool_move.state set is_mixed = $1', [isSplit])
    if (isSplit)
      await source.query(
        'update pool_move.state set left_to = jsonb_build_object($1::text, $2::text), is_mixed = true',
        [pool.id, sealedPlace],
      )
    else await source.query('update pool_move.state set moved_to = $1', [sealedPlace])
    await target.query('update pool_move.state set is_arriving = false')
    const pausedMs = performance.now() - begun
    print(`Writes were paused for ${(pausedMs / 1000).toFixed(2)} s.`)
    return { ...views, pausedMs }
  } catch (error) {
    // The error is more important than that of an end.
    await Promise.all(opened.map((client) => client.end().catch(() => undefined)))
    await resumeUnlessMoved(move, source)
    throw error
  }
}

/**
 * Opens writes again after an error. The connection may have been lost with its server, whose standby then refuses writes
 * too, and with it the turn: who has that meanwhile may have paused them for a move of their own.
 */
async function resumeUnlessMoved({ sourceUrl, pool, print }: Move, source: pg.Client): Promise<void> {
  const resume = async (client: pg.Client): Promise<void> => {
    // The last statement may have been done although its answer was lost.
    if (await isMoved(client, pool.id)) return
    await resumeWrites(client)
    print('Writes are open again.')
  }
  try {
    return await resume(source)
  } catch {
    // What ended the move is reported; a new connection may do this.
  }
  for (const end = Date.now() + reconnectMs; Date.now() < end; await sleep(500)) {
    const client = await connect(sourceUrl).catch(() => undefined /* It is tried again. */)
    if (client === undefined) continue
    try {
      await takeTurn(client)
      return await resume(client)
    } catch {
      // Someone else has the turn, or the primary changes once more.
    } finally {
      await client.end().catch(() => undefined /* It may be lost already. */)
    }
  }
  print('Writes are still paused: run the command again, or with --undo.')
}

/** What remains after the switch, also of a run that was interrupted there. */
async function finishMove(move: Move, ends: Ends): Promise<Moved> {
  const { source, target } = ends
  const { pool, print } = move
  if (await moveState(target)) await target.query('update pool_move.state set is_arriving = false')
  await removeReplication(ends, await replicationName(source))
  let deleted = 0
  if (move.isSplit) {
    const [kept, left] = [
      await onMixed(target, () => keepOnly(target, pool, print)),
      await onMixed(source, () => deletePool(source, pool, print)),
    ]
    deleted = kept + left
  }
  print(`${await move.checkLedger(move.targetUrl)} differences in the ledger.`)
  if (!move.isSplit) await target.query('drop schema if exists pool_move cascade')
  return { rows: 0, pausedMs: 0, deleted }
}

/** Afterwards, jobs of that database run again. */
async function onMixed(client: pg.Client, work: () => Promise<number>): Promise<number> {
  if (!(await moveState(client))?.isMixed) return 0
  const rows = await work()
  await client.query('update pool_move.state set is_mixed = false')
  await client.query('analyze')
  return rows
}

/** Gives up a move: the pool stays where it was. @throws MoveRefused once it is served from the other database */
export async function undoMove(move: Pick<Move, 'pool' | 'sourceUrl' | 'targetUrl'>): Promise<void> {
  await withEnds(move, async (ends) => {
    const { source, target } = ends
    await takeTurn(source)
    if (await isMoved(source, move.pool.id)) throw new MoveRefused(`${move.pool.id} is served from its new database.`)
    const arriving = await moveState(target)
    if (arriving && !arriving.isArriving) throw new MoveRefused('--to: no move to that database is under way.')
    await clear(ends, await replicationName(source))
    await resumeWrites(source)
    for (const client of arriving ? [source, target] : [source])
      await client.query('drop schema if exists pool_move cascade')
  })
}

/** Removes what an earlier run has left. */
async function clear(ends: Ends, name: string): Promise<void> {
  await removeReplication(ends, name)
  const { rows } = await ends.source.query<{ paused: boolean }>(
    `select exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
       where d.datname = current_database() and s.setrole = 0 and 'default_transaction_read_only=on' = any(s.setconfig)) as paused`,
  )
  if (rows[0]?.paused) await resumeWrites(ends.source)
  if (await moveState(ends.target)) await emptyTables(ends.target)
  // On both sides: a change of a mark that the target does not have would never arrive.
  for (const end of [ends.source, ends.target]) if (await moveState(end)) await end.query('truncate pool_move.marks')
}

/**
 * Ends a split, once every process was started with the new setting: the old database is like any other again.
 * @throws MoveRefused before that
 */
export async function endSplit(move: Pick<Move, 'pool' | 'sourceUrl' | 'targetUrl'>): Promise<void> {
  await withEnds(move, async ({ source, target }) => {
    await takeTurn(source)
    const [ours, theirs] = [await moveState(source), await moveState(target)]
    if (ours?.leftTo[move.pool.id] === undefined) throw new MoveRefused(`${move.pool.id} has not left this database.`)
    if (ours.isMixed || theirs?.isMixed)
      throw new MoveRefused('Rows of the other pools are still there: run the command without --finish first.')
    await target.query('drop schema if exists pool_move cascade')
    await source.query('drop schema pool_move cascade')
    await resumeWrites(source)
  })
}

async function isMoved(source: pg.Client, pool: string): Promise<boolean> {
  const state = await moveState(source)
  return state !== undefined && (state.movedTo !== null || pool in state.leftTo)
}

async function takeTurn(source: pg.Client): Promise<void> {
  const { rows } = await source.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKeys.poolMove])
  if (!rows[0]?.mine) throw new MoveRefused('Another pool:move is running on this database.')
}

/** @throws MoveRefused naming the tables that differ */
async function requireSameCounts(
  { source, target }: Ends,
  tables: Awaited<ReturnType<typeof published>>,
): Promise<number> {
  const count = async (client: pg.Client, name: string): Promise<number> =>
    Number((await client.query<{ n: string }>(`select count(*)::text as n from ${name}`)).rows[0]?.n)
  let all = 0
  const different: string[] = []
  for (const { name } of tables) {
    const [ours, theirs] = await Promise.all([count(source, name), count(target, name)])
    all += ours
    if (ours !== theirs) different.push(`${name} (${ours} and ${theirs} rows)`)
  }
  if (different.length > 0)
    throw new MoveRefused(
      `The databases differ in ${different.join(', ')}. The new one serves; keep the old one, and compare them before you go on.`,
    )
  return all
}
