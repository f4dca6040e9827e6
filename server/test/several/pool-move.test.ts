import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movePoolByCommand } from '#commands/pool-move.ts'
import { isUnavailable, openDatabase, type DatabaseHandle } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { incomingPool, openIncoming } from '#pool-move/incoming.ts'
import { deleteMoved, type Move, movePool, undoMove } from '#pool-move/move.ts'
import { tablesOf } from '#pool-move/pool-rows.ts'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { insertMember } from '#test/support/insert-member.ts'
import { databaseUrl, onServer, randomName } from '#test/support/template.ts'
import { formOf } from '#test/support/test-client.ts'

/*
 * A pool with rows in nearly every table (the bystanders) moves to an empty database, while members of it and of
 * another pool write.
 */

const pool = { id: 'bystanders', brandIds: ['bystanders'], companies: ['IT00000000009'] }
const server = process.env['TEST_DATABASE_URL'] ?? ''

let source: TestDatabase
let old: DatabaseHandle
let copy: TestDatabase
let target: DatabaseHandle
const said: string[] = []
let move: Move

beforeAll(async () => {
  ;[source, copy] = await Promise.all([createTestDatabase(), createTestDatabase({ bystanders: false })])
  old = openDatabase(source.url, { size: 4 })
  target = openDatabase(copy.url, { size: 2 })
  move = {
    pool,
    sourceUrl: source.url,
    targetUrl: copy.url,
    print: (line) => void said.push(line),
    checkLedger: async () => 0,
  }
}, 60_000)
afterAll(async () => {
  await Promise.all([old.close(), target.close()])
  // The bystanders' rows were moved away.
  await Promise.all([source.remove(), copy.remove()])
})

const others = { id: 'local', brandIds: ['local'], companies: [] }
const newcomer = (brandHost = 'localhost') =>
  insertMember(
    { brands: checkedInBrands(), database: old },
    { form: formOf({}), host: brandHost, confirmed: true, at: new Date() },
  )
const jobKeys =
  "select key || ' ' || priority as id from graphile_worker._private_jobs where key is not null order by 1"
/** Tables with rows that were never analysed. */
const unknownTables = `select s.relname::text as id from pg_stat_user_tables s where schemaname = 'public' and last_analyze is null
  and (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from public.%I', relname), true, true, '')))[1]::text <> '0'`
const idsOf = async ({ pool: connections }: DatabaseHandle, text: string): Promise<string[]> =>
  (await connections.query<{ id: string }>(text)).rows.map(({ id }) => id)
const members = (database: DatabaseHandle) =>
  idsOf(database, `select id::text from members where pool_id = 'bystanders' order by 1`)
/** Numbers and sums of a pool's rows, by table. */
async function contents({ pool: connections }: DatabaseHandle, whose = pool) {
  const client = await connections.connect()
  try {
    const found: Record<string, string> = {}
    for (const { name, where, use, columns } of await tablesOf(client as unknown as pg.Client, whose)) {
      if (use !== 'moved') continue
      const { rows } = await client.query<{ n: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(row(${columns.map((c) => `r."${c}"`).join(', ')})::text, 0)::numeric), 0) as n from ${name} r where ${where}`,
      )
      found[name] = rows[0]?.n ?? ''
    }
    return found
  } finally {
    client.release()
  }
}
const refused = async (text: string, values: unknown[] = []): Promise<boolean> => {
  try {
    await old.pool.query(text, values)
    return false
  } catch (error) {
    // Requests are answered with 503.
    if (isUnavailable(error)) return true
    throw error
  }
}

describe('npm run pool:move', () => {
  it('knows of every table which of its rows belong to a pool', async () => {
    const client = await old.pool.connect()
    try {
      await client.query('create table of_nobody (id uuid primary key)')
      await expect(tablesOf(client as unknown as pg.Client, pool)).rejects.toThrow('of_nobody: it is not known')
      await client.query('drop table of_nobody')
      const tables = await tablesOf(client as unknown as pg.Client, pool)
      const moved = tables.filter(({ use }) => use === 'moved').map(({ name }) => name)
      // What a pool may not have: rows that only name rows of other tables.
      for (const name of ['members', 'messages', 'message_media', 'ledger_transfers', 'payment_transitions', 'emails'])
        expect(moved).toContain(name)
    } finally {
      client.release()
    }
  })

  it('copies a pool while it is written to, and then refuses its writes only', async () => {
    const local = await newcomer()
    let atStop: readonly Record<string, string>[] = []
    const [first = '', second = '', third = ''] = await members(old)
    await old.db
      .transaction()
      .execute((tx) => addJob(tx, 'accounts-shut-out', { memberId: first }, { key: 'shut', urgent: true }))
    await old.db
      .transaction()
      .execute((tx) => addJob(tx, 'accounts-shut-out', { memberId: local.session.angelId }, { key: 'other' }))
    // Files that are removed unless a row names them: the rows of these are moved, and one is of no row.
    const [photo = ''] = await idsOf(old, 'select id::text from member_photos')
    const [media = ''] = await idsOf(
      old,
      `insert into message_media (id, sender_id, conversation_id, kind, storage_key, duration_ms, waveform, created_at)
       select uuidv7(), low_id, id, 'voice', 'of/a/file', 1, '{1}', now() from conversations limit 1 returning id::text`,
    )
    const storageKey = 'of/a/file'
    await old.db.transaction().execute(async (tx) => {
      await addJob(tx, 'photos-remove-files', { id: photo, storageKey }, { key: 'photo' })
      await addJob(tx, 'photos-remove-files', { id: randomUUID(), storageKey }, { key: 'photo of no row' })
      await addJob(tx, 'photos-remove-verification', { storageKey, unlessOf: second }, { key: 'gesture' })
      await addJob(tx, 'chat-remove-file', { storageKey, unlessOf: media }, { key: 'media' })
    })
    await old.pool.query(
      `insert into emails (id, brand_id, member_id, kind, to_address, locale, props, created_at)
       values (uuidv7(), 'bystanders', $1, 'welcome', 'x@person.example.com', 'it', '{}', now())`,
      [first],
    )
    const { stoppedMs } = await movePool({
      ...move,
      onStep: async (step) => {
        if (step === 'copied') {
          // Changed, deleted with all that goes with it, and new, after everything was copied.
          await old.pool.query(`update members set screen_name = 'Another' where id = $1`, [first])
          await old.pool.query(`update wallets set messages = messages + 7 where member_id = $1`, [second])
          await old.pool.query(`delete from reactions where member_id = $1`, [third])
          await old.pool.query(
            `insert into blocks (member_id, other_id, made_by_me, created_at) values ($1, $2, true, now())`,
            [first, second],
          )
        }
        // Compared already: copied and compared once more.
        if (step === 'compared')
          await old.pool.query(`update members set screen_name = 'Latest' where id = $1`, [first])
        if (step !== 'stopped') return
        expect(await refused(`update members set screen_name = 'Lost' where id = $1`, [first])).toBe(true)
        expect(await refused(`delete from blocks where member_id = $1`, [first])).toBe(true)
        expect(await refused(`update members set screen_name = 'Other' where id = $1`, [local.session.angelId])).toBe(
          false,
        )
        atStop = [await contents(old), await contents(old, others)]
        // Without statistics, the first plans of the new database would scan, and be kept.
        expect(await idsOf(target, unknownTables)).toEqual([])
      },
    })
    expect(stoppedMs).toBeLessThan(60_000)
    expect(said.slice(-4)).toEqual([
      expect.stringMatching(/^\d+ rows are equal in both$/),
      'Writes of the pool are stopped …',
      '2 last changes are equal in both; 4 waiting jobs and events',
      '0 differences in the ledger',
    ])
    expect([await contents(target), await contents(old, others)]).toEqual(atStop)
    expect(await idsOf(target, `select screen_name as id from members where id = '${first}'`)).toEqual(['Latest'])
    expect(await idsOf(target, `select other_id::text as id from blocks where member_id = '${first}'`)).toContain(
      second,
    )
    expect(await idsOf(target, 'select distinct pool_id as id from members')).toEqual(['bystanders'])

    // Nothing that waits is left to both.
    expect([await idsOf(old, jobKeys), await idsOf(target, jobKeys)]).toEqual([
      ['other 0', 'photo of no row 0'],
      ['gesture 0', 'media 0', 'photo 0', 'shut -10'],
    ])
    const queued = `select to_address as id from emails where state = 'queued' and brand_id = 'bystanders' and to_address = 'x@person.example.com'`
    expect([await idsOf(old, queued), await idsOf(target, queued)]).toEqual([[], ['x@person.example.com']])
    expect(await refused(`update members set screen_name = 'Lost' where id = $1`, [first])).toBe(true)
    await expect(movePool(move)).rejects.toThrow('Everything is copied')
    await expect(deleteMoved(move)).rejects.toThrow('is not served from the other database yet')
    // Another pool can neither be moved into that database nor, with a database that has no copy, out of this one.
    const other = { ...move, pool: others }
    await expect(undoMove(other)).rejects.toThrow('--to: bystanders is being moved into that database, not local.')
    await target.pool.query('alter schema pool_move rename to aside')
    await expect(undoMove(other)).rejects.toThrow(/^bystanders is being moved, not local\.$/)
    await target.pool.query('alter schema aside rename to pool_move')
  }, 120_000)

  it('is undone until the pool is served from there', async () => {
    const before = await contents(target)
    await undoMove(move)
    expect(await contents(old)).toEqual(before)
    expect(await idsOf(old, jobKeys)).toEqual([
      'gesture 0',
      'media 0',
      'other 0',
      'photo 0',
      'photo of no row 0',
      'shut -10',
    ])
    expect(await refused(`update members set screen_name = 'Again' where screen_name = 'Latest'`)).toBe(false)
    expect(await incomingPool(target.pool)).toBeUndefined()
    expect(await members(target)).toEqual([])
    // A second time changes nothing.
    await undoMove(move)
    expect(await members(old)).toHaveLength(40)
  }, 60_000)

  it('opens the writes again when something fails, and is not served from an incomplete copy', async () => {
    const [first = ''] = await members(old)
    const spoilt = movePool({
      ...move,
      onStep: async (step) => {
        if (step !== 'copied') return
        await expect(openIncoming(target.pool)).rejects.toThrow('still being copied into this database')
        await target.pool.query(`update members set screen_name = 'Spoilt' where id = $1`, [first])
        await target.pool.query('delete from demo_installations')
      },
    })
    await expect(spoilt).rejects.toThrow(/^The databases differ in members \(40 and 40 rows\)/)
    expect(await refused(`update members set screen_name = 'Open' where id = $1`, [first])).toBe(false)
    await undoMove(move)

    const broken = movePool({
      ...move,
      onStep: async (step) => {
        if (step === 'compared') await old.pool.query(`update members set screen_name = 'Last' where id = $1`, [first])
        if (step === 'stopped') await target.pool.query(`drop table pool_move.copied`)
      },
    })
    await expect(broken).rejects.toThrow('"pool_move.copied" does not exist')
    expect(said.at(-1)).toBe('Writes of the pool are open again.')
    expect(await refused(`update members set screen_name = 'Open' where id = $1`, [first])).toBe(false)
    await undoMove(move)
  }, 120_000)

  it('deletes the old rows once the pool is served from there, and nothing else', async () => {
    await movePool(move)
    const [moved, rest] = [await contents(target), await contents(old, others)]
    await openIncoming(target.pool)
    await expect(undoMove(move)).rejects.toThrow('is served from its new database since')
    expect(await deleteMoved(move)).toBeGreaterThan(1000)
    expect(await contents(target)).toEqual(moved)
    expect(await contents(old, others)).toEqual(rest)
    expect(new Set(Object.values(await contents(old)))).toEqual(new Set(['0 0']))
    const schemas = `select nspname as id from pg_namespace where nspname = 'pool_move'`
    expect([await idsOf(old, schemas), await idsOf(target, schemas)]).toEqual([[], []])
    expect(await refused(`update members set screen_name = 'Rest' where pool_id = 'local'`)).toBe(false)
  }, 120_000)
})

describe('the command', () => {
  const run = (args: string[], text = '') =>
    movePoolByCommand(args, {
      databaseUrl: source.url,
      poolDatabases: new Map(text === '' ? [] : [['battito', text]]),
      brands: checkedInBrands(),
      print: () => undefined,
    })

  it.each([
    [[], /^--pool: one of amarelle, battito,/],
    [['--pool=nobody', '--to=postgres://x/y'], /^--pool: one of/],
    [['--pool=battito'], /^--to: the new database$/],
    [['--pool=battito', '--to=mysql://x/y'], /^--to: must be a postgres:\/\/ address$/],
    [['--pool=battito', '--delete'], /^DATABASES: does not name battito/],
    [['--pool=battito', '--delete', '--undo'], /^--undo and --delete: one of them$/],
    [['--pool=battito', '--nonsense'], /--nonsense/],
  ])('%j changes nothing', async (args, sentence) => {
    const { ok, lines } = await run(args)
    expect([ok, lines[0]]).toEqual([false, expect.stringMatching(sentence)])
  })

  it('--delete ends right when it was killed before its last statement', async () => {
    await target.pool.query(`create schema pool_move;
      create table pool_move.incoming (pool_id text, is_complete boolean, served_at timestamptz);
      insert into pool_move.incoming values ('battito', true, now())`)
    expect(await run(['--pool=battito', '--delete'], copy.url)).toEqual({
      ok: true,
      lines: ['0 old rows of battito are deleted.'],
    })
    expect(await incomingPool(target.pool)).toBeUndefined()
    expect((await run(['--pool=battito', '--delete'], copy.url)).lines).toEqual([
      'battito was not moved from this database.',
    ])
  })

  it('says which database does not answer', async () => {
    const { ok, lines } = await run(['--pool=battito', '--to=postgres://127.0.0.1:1/x'])
    expect([ok, lines[0]]).toEqual([
      false,
      'A database does not answer or has no room: connect ECONNREFUSED 127.0.0.1:1. Run the command again: it goes on.',
    ])
  })

  it('refuses the database where the pool is, and one with members', async () => {
    expect((await run(['--pool=battito', `--to=${source.url}`])).lines).toEqual([
      'battito is in that database already.',
    ])
    const { ok, lines } = await run(['--pool=battito', `--to=${move.targetUrl}`])
    expect([ok, lines[0]]).toEqual([false, expect.stringContaining('has members already')])
  })

  it('refuses a database with other tables, or with rows but no members, and leaves it as it is', async () => {
    const name = randomName('foreign')
    await onServer(server, `create database ${name}`)
    const used = await createTestDatabase({ bystanders: false })
    try {
      await onServer(databaseUrl(server, name), 'create table notes (id integer)')
      const foreign = await run(['--pool=battito', `--to=${databaseUrl(server, name)}`])
      expect([foreign.ok, foreign.lines]).toEqual([
        false,
        ["--to: that database has a table “public.notes”, which is not Incontro's; use an empty one."],
      ])
      await onServer(
        used.url,
        `insert into emails (id, brand_id, kind, to_address, locale, props, created_at)
         values (uuidv7(), 'vicino', 'contact', 'a@b.example', 'it', '{}', now())`,
      )
      const { ok, lines } = await run(['--pool=battito', `--to=${used.url}`])
      expect([ok, lines[0]]).toEqual([false, expect.stringContaining('has rows in “emails” already')])
      const left = openDatabase(used.url, { size: 1 })
      expect(await idsOf(left, 'select kind as id from emails')).toEqual(['contact'])
      expect(await idsOf(left, `select nspname as id from pg_namespace where nspname = 'pool_move'`)).toEqual([])
      await left.close()
    } finally {
      await used.drop()
      await onServer(server, `drop database if exists ${name} with (force)`)
    }
  })

  it('killed at any moment and started again, ends right', async () => {
    const name = randomName('target')
    await onServer(server, `create database ${name}`)
    const url = databaseUrl(server, name)
    const battito = { id: 'battito', brandIds: ['battito'], companies: ['IT00000000002'] }
    for (let n = 0; n < 3; n += 1) await newcomer('battito.localhost')
    const before = await contents(old, battito)
    /** Runs the command, and kills it after a line. */
    const start = async (until?: RegExp): Promise<string> => {
      const child = spawn(
        process.execPath,
        [fileURLToPath(new URL('../../src/commands/pool-move.ts', import.meta.url)), '--pool=battito', `--to=${url}`],
        { env: { ...process.env, DATABASE_URL: source.url, DATABASES: '' }, stdio: ['ignore', 'pipe', 'inherit'] },
      )
      let text = ''
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (until?.test(text)) child.kill('SIGKILL')
      })
      await once(child, 'close')
      return text
    }
    try {
      expect(await start(/geo_cities: /)).not.toContain('are copied')
      expect(await start(/are stopped/)).not.toContain('rows are copied')
      const text = await start()
      expect(text).toContain('put battito=<the address of --to> into DATABASES')
      const made = openDatabase(url, { size: 1 })
      expect(await contents(made, battito)).toEqual(before)
      await made.close()
      expect((await run(['--pool=battito', `--to=${url}`, '--undo'])).ok).toBe(true)
      expect(await contents(old, battito)).toEqual(before)
    } finally {
      await onServer(server, `drop database if exists ${name} with (force)`)
    }
  }, 120_000)
})
