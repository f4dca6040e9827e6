import type pg from 'pg'
import { migrate } from '#platform/database/migrate.ts'
import { firstRow, MoveRefused, type Ends } from './ends.ts'
import { published, replicationName } from './replication.ts'
import { moveState } from './state.ts'

/** What a move takes of either limit: one for the subscription, two for tables that are copied at once, one to spare. */
const connectionsNeeded = 4

/** @throws MoveRefused with one sentence; nothing was changed */
export async function requireMovable({ source, target }: Ends): Promise<void> {
  await requireSource(source)
  await requireTarget(source, target)
}

async function requireSource(source: pg.Client): Promise<void> {
  const state = await moveState(source)
  if (state?.movedTo != null)
    throw new MoveRefused(
      'The database was moved already: name the new one in DATABASE_URL or DATABASES, and drop this one.',
    )
  const [left] = Object.keys(state?.leftTo ?? {})
  if (left !== undefined) throw new MoveRefused(`${left} was moved from this database: end that with --finish first.`)
  const name = await replicationName(source)
  const found = await firstRow<{
    level: string
    role: string
    replicates: boolean
    owns: boolean
    slots: number
    senders: number
    prepared: boolean
  }>(
    source,
    `select current_setting('wal_level') as level, current_user as role, r.rolreplication or r.rolsuper as replicates,
       (select pg_has_role(datdba, 'member') from pg_database where datname = current_database()) as owns,
       current_setting('max_replication_slots')::int - (select count(*) from pg_replication_slots where slot_name <> '${name}')::int as slots,
       current_setting('max_wal_senders')::int - (select count(*) from pg_stat_activity where backend_type = 'walsender')::int as senders,
       exists (select from pg_prepared_xacts where database = current_database()) as prepared
     from pg_roles r where r.rolname = current_user`,
  )
  if (found.level !== 'logical')
    throw new MoveRefused(
      `wal_level is ${found.level}: \`alter system set wal_level = logical\` as a superuser of the old server, and restart it.`,
    )
  if (!found.replicates)
    throw new MoveRefused(
      `${found.role} may not replicate: \`alter role ${found.role} replication\` on the old server.`,
    )
  if (!found.owns) throw new MoveRefused(`${found.role} does not own the old database, so it cannot pause its writes.`)
  for (const [limit, free] of [
    ['max_replication_slots', found.slots],
    ['max_wal_senders', found.senders],
  ] as const)
    if (free < connectionsNeeded)
      throw new MoveRefused(
        `${limit} of the old server leaves ${Math.max(0, free)}, and ${connectionsNeeded} are needed: drop slots that nothing reads (\`npm run db:check\`), or raise it.`,
      )
  if (found.prepared)
    throw new MoveRefused('The old database has a prepared transaction (pg_prepared_xacts): end it first.')
}

async function requireTarget(source: pg.Client, target: pg.Client): Promise<void> {
  const identity = `select (select system_identifier from pg_control_system())::text || '/' ||
    (select oid from pg_database where datname = current_database()) as id`
  const [here, there] = [
    await firstRow<{ id: string }>(source, identity),
    await firstRow<{ id: string }>(target, identity),
  ]
  if (here.id === there.id) throw new MoveRefused('--to: that is the database where the pool is.')
  const found = await firstRow<{
    version: number
    encoding: string
    role: string
    subscribes: boolean
    creates: boolean
  }>(
    target,
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
       current_user as role, r.rolsuper or pg_has_role('pg_create_subscription', 'usage') as subscribes,
       has_database_privilege(current_database(), 'create') as creates
     from pg_roles r where r.rolname = current_user`,
  )
  if (found.version < 18) throw new MoveRefused(`--to: that is PostgreSQL ${found.version}; Incontro needs 18.`)
  if (found.encoding !== 'UTF8')
    throw new MoveRefused(`--to: that database is in ${found.encoding}; create one with encoding 'UTF8'.`)
  if (!found.subscribes)
    throw new MoveRefused(
      `--to: ${found.role} may not subscribe: \`grant pg_create_subscription to ${found.role}\` on the new server.`,
    )
  if (!found.creates) throw new MoveRefused(`--to: ${found.role} may not create anything in that database.`)
  await requireEmpty(target)
}

/** Only an earlier run of a move may have left rows. */
async function requireEmpty(target: pg.Client): Promise<void> {
  const state = await moveState(target)
  if (state?.isArriving) return
  if (state) throw new MoveRefused('--to: another move from or to that database has not ended.')
  const foreign: { name: string } | undefined = await firstRow<{ name: string }>(
    target,
    `select table_schema || '.' || table_name as name from information_schema.tables
     where to_regclass('public.schema_migrations') is null
       and table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker', 'partitions', 'pool_move')
     order by 1 limit 1`,
  )
  if (foreign)
    throw new MoveRefused(
      `--to: that database has a table “${foreign.name}”, which is not Incontro's; use an empty one.`,
    )
  const ours = await firstRow<{ there: boolean }>(
    target,
    `select to_regclass('public.schema_migrations') is not null as there`,
  )
  if (!ours.there) return
  for (const { name } of await published(target))
    if ((await target.query(`select from ${name} limit 1`)).rowCount)
      throw new MoveRefused(`--to: that database has rows in “${name}” already; a pool moves into an empty one.`)
}

/** Makes the tables of the target, of exactly the version of the source. @throws MoveRefused */
export async function createTables(targetUrl: string, { source, target }: Ends): Promise<void> {
  if (!(await moveState(target))) await migrate(targetUrl)
  const migrations = 'select name, checksum from schema_migrations order by name'
  const [ours, theirs] = [await source.query(migrations), await target.query(migrations)]
  if (JSON.stringify(ours.rows) !== JSON.stringify(theirs.rows))
    throw new MoveRefused(
      'The databases are of different versions: start the server once with this version, and use an empty database.',
    )
}
