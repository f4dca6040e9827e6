import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { firstRow, MoveRefused, type Ends } from './ends.ts'

/*
 * PostgreSQL's logical replication of a whole database. Publications `for all tables` and `for tables in schema` need a
 * superuser, one of named tables only their owner.
 */

/** Tables that belong to the program's version in each database. */
const ownOfVersion = ['public.schema_migrations', 'graphile_worker.migrations']

export interface Published {
  /** With its schema, quoted. */
  readonly name: string
  /** Whether a primary key identifies its rows. */
  readonly hasKey: boolean
}

/** The tables that are moved. Uploads that are under way (unlogged tables) are not, as they would not survive a crash. */
export async function published(client: pg.Client): Promise<readonly Published[]> {
  return (await listTables(client))
    .filter(({ name, is_logged: isLogged }) => isLogged && !ownOfVersion.includes(name))
    .map(({ name, has_key: hasKey }) => ({ name, hasKey }))
}

async function listTables(client: pg.Client) {
  const { rows } = await client.query<{ name: string; has_key: boolean; is_logged: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relpersistence = 'p' as is_logged,
       exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary) as has_key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'graphile_worker') order by 1`,
  )
  return rows
}

export async function emptyTables(target: pg.Client): Promise<void> {
  const names = (await listTables(target)).filter(({ name }) => !ownOfVersion.includes(name)).map(({ name }) => name)
  await target.query(`truncate ${names.join(', ')}`)
}

/** The name of publication, subscription and slot. Slots are of a whole server, so it has the number of the database. */
export async function replicationName(source: pg.Client): Promise<string> {
  const { oid } = await firstRow<{ oid: number }>(
    source,
    'select oid::int as oid from pg_database where datname = current_database()',
  )
  return `incontro_move_${oid}`
}

/**
 * Begins to copy everything into the target's tables, which are emptied first.
 * @param sourceUrl the address at which the target's server reaches the source
 */
export async function startReplication({ source, target }: Ends, name: string, sourceUrl: string): Promise<void> {
  const tables = await published(source)
  for (const table of tables) if (!table.hasKey) await source.query(`alter table ${table.name} replica identity full`)
  await emptyTables(target)
  await alignMonths({ source, target })
  await source.query(`create publication ${name} for table pool_move.marks with (publish_via_partition_root = true)`)
  // Not by the subscription: between two databases of one server, that would wait for its own transaction.
  await source.query(`select pg_create_logical_replication_slot('${name}', 'pgoutput')`)
  try {
    await target.query(
      `create subscription ${name} connection ${pg.escapeLiteral(sourceUrl)} publication ${name}
       with (create_slot = false, slot_name = '${name}', streaming = parallel, copy_data = false)`,
    )
    // A table that has no blocks now had no rows when the slot began, so all of its rows arrive. To copy it would take
    // as long as a table of some thousand rows.
    const empty = await withoutBlocks(source)
    for (const isCopied of [false, true]) {
      const names = tables.filter((table) => empty.has(table.name) !== isCopied).map((table) => table.name)
      if (names.length === 0) continue
      await source.query(`alter publication ${name} add table ${names.join(', ')}`)
      await target.query(`alter subscription ${name} refresh publication with (copy_data = ${isCopied})`)
    }
  } catch (error) {
    throw new MoveRefused(
      `The new server cannot read the old one: ${(error as Error).message}. Name its address as seen from there with --from.`,
    )
  }
}

async function withoutBlocks(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'graphile_worker')
       and coalesce((select sum(pg_relation_size(relid)) from pg_partition_tree(c.oid) where isleaf), pg_relation_size(c.oid)) = 0`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Months are partitions, which are not replicated themselves: the target gets those of the source. */
export async function alignMonths({ source, target }: Ends): Promise<void> {
  const listed = `select t.relname as table, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class t on t.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'p' order by 1, 2`
  interface Month {
    readonly table: string
    readonly name: string
    readonly bound: string
  }
  const [ours, theirs] = [(await source.query<Month>(listed)).rows, (await target.query<Month>(listed)).rows]
  const isIn = (list: readonly Month[], one: Month) =>
    list.some(({ name, bound }) => name === one.name && bound === one.bound)
  for (const { name } of theirs.filter((one) => !isIn(ours, one)))
    await target.query(`drop table partitions.${pg.escapeIdentifier(name)}`)
  for (const { table, name, bound } of ours.filter((one) => !isIn(theirs, one)))
    await target.query(
      `create table partitions.${pg.escapeIdentifier(name)} partition of public.${pg.escapeIdentifier(table)} ${bound}`,
    )
}

/** Waits until every table is copied and follows. @throws MoveRefused when the target's server reports errors */
export async function untilCopied(ends: Ends, name: string, print: (line: string) => void): Promise<void> {
  let shown = performance.now()
  for (;;) {
    const { ready, all } = await firstRow<{ ready: number; all: number }>(
      ends.target,
      `select count(*) filter (where srsubstate = 'r')::int as ready, count(*)::int as all
       from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid where s.subname = '${name}'`,
    )
    if (ready === all && all > 0) return
    await requireHealthy(ends, name)
    if (performance.now() - shown > 5000) {
      shown = performance.now()
      print(`${ready} of ${all} tables are copied …`)
    }
    await sleep(100)
  }
}

/** An error is repeated for ever, so the second one ends the move. */
async function requireHealthy({ source, target }: Ends, name: string): Promise<void> {
  const { errors } = await firstRow<{ errors: number }>(
    target,
    `select coalesce(sum(apply_error_count + sync_error_count), 0)::int as errors from pg_stat_subscription_stats where subname = '${name}'`,
  )
  if (errors > 1) throw new MoveRefused('The new server cannot store what arrives; its log says why.')
  const slot: { lost: boolean } | undefined = await firstRow<{ lost: boolean }>(
    source,
    `select wal_status = 'lost' as lost from pg_replication_slots where slot_name = '${name}'`,
  )
  if (!slot || slot.lost)
    throw new MoveRefused('The old server threw away log that was not read yet: raise max_slot_wal_keep_size.')
}

/**
 * Waits until the target has everything that was committed before: what is committed after a mark arrives after it.
 * @returns milliseconds that it took
 */
export async function untilCaughtUp(ends: Ends, name: string, timeoutMs: number): Promise<number> {
  const begun = performance.now()
  const mark = `${process.pid} ${begun}`
  await ends.source.query(
    'insert into pool_move.marks (id, mark) values (1, $1) on conflict (id) do update set mark = $1',
    [mark],
  )
  for (;;) {
    const { rowCount } = await ends.target.query('select from pool_move.marks where mark = $1', [mark])
    const tookMs = performance.now() - begun
    if (rowCount) return tookMs
    if (tookMs > timeoutMs) throw new MoveRefused('The new server does not keep up with the old one.')
    await requireHealthy(ends, name)
    await sleep(tookMs < 1000 ? 10 : 200)
  }
}

/** Numbers are given by sequences, which are not replicated. */
export async function carrySequences({ source, target }: Ends): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
     where schemaname in ('public', 'graphile_worker') and last_value is not null`,
  )
  for (const { name, last } of rows) await target.query('select setval($1::regclass, $2::bigint)', [name, last])
}

/** From here on, nothing arrives any more. */
export async function stopReplication(target: pg.Client, name: string): Promise<void> {
  await target.query(`alter subscription ${name} disable`)
}

/** Removes subscription, slot and publication, as far as they are there. A slot that stayed would fill the disk. */
export async function removeReplication({ source, target }: Ends, name: string): Promise<void> {
  const { rows: found } = await target.query<{ oid: string }>(
    `select oid::text as oid from pg_subscription where subname = '${name}' and subdbid = (select oid from pg_database where datname = current_database())`,
  )
  const [subscription] = found
  if (subscription) {
    await target.query(`alter subscription ${name} disable`)
    await target.query(`alter subscription ${name} set (slot_name = none)`)
    await target.query(`drop subscription ${name}`)
  }
  // Its reader may take a moment to leave; those of the first copies have slots of their own.
  for (const end = Date.now() + 20_000; ; await sleep(50)) {
    const { rows } = await source.query<{ slot: string; pid: number | null }>(
      `select slot_name as slot, active_pid as pid from pg_replication_slots
       where slot_name = '${name}' or (database = current_database() and slot_name ~ $1)`,
      [`^pg_${subscription?.oid ?? 'none'}_sync_`],
    )
    for (const { slot } of rows.filter(({ pid }) => pid === null))
      await source.query('select pg_drop_replication_slot($1)', [slot])
    const busy = rows.filter(({ pid }) => pid !== null)
    if (busy.length === 0) break
    if (Date.now() > end)
      throw new MoveRefused(
        `The replication slot ${busy[0]?.slot} is still read, by process ${busy[0]?.pid}: end that.`,
      )
  }
  await source.query(`drop publication if exists ${name}`)
}
