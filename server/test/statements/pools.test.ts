import { describe, expect, it } from 'vitest'
import { readCollected } from './collected.ts'
import { untiedTables } from './pools.ts'

/* Every kind of statement that the other tests' servers sent stays within a pool (docs/decisions/032). */

const folder = process.env['TEST_STATEMENTS_DIR'] ?? ''
const texts = folder === '' ? new Map<string, string>() : readCollected(folder).texts

/** Statements that join tables by something else, by a part of their text, with the reason why one pool's rows stay apart. */
const exceptions: Readonly<Record<string, string>> = {
  'with part as ( select m.id, m.brand_id, m.pool_id': 'reads members of all pools by key, and compares those of one',
  'update member_devices set network = null': 'takes browsers of all pools, each by its place in the table',
  'select exists (select from demo_installations)': 'only asks whether there are sample rows, in any pool',
  'update "payment_attempts" set "flagged" = further_flags': 'takes payments of all pools, each by its id',
  'with window_start as (select $n::timestamptz': 'counts the mails of the last hours, of each brand apart',
  'select distinct locked_by as id from graphile_worker': 'finds workers, which work for all pools',
  'with spenders as materialized': 'finds members of all pools, and then the rows of each by id',
  'exists (select "o"."id" from "staff" as "o"': 'staff are of the installation, of no pool',
  'with same as ( update outages set ended_at': 'outages are of the installation, of no pool',
  'with held as ( select w.member_id, w.messages': 'replays the ledger of a range of members, of all pools, each by id',
  'with grown as ( select e.pool_id, e.country':
    'takes entries of all pools that are not new any more, each by its key',
}

it('no statement joins rows of different pools', () => {
  const found = [...texts].flatMap(([kind, text]) => {
    const tables = untiedTables(text)
    const isKnown = Object.keys(exceptions).some((part) => kind.includes(part))
    return tables.length === 0 || isKnown ? [] : [`${tables.join(', ')}: ${kind}`]
  })
  expect(found).toEqual([])
})

it.runIf(texts.size > 0)('every exception belongs to a statement', () => {
  const kinds = [...texts.keys()]
  expect(Object.keys(exceptions).filter((part) => !kinds.some((kind) => kind.includes(part)))).toEqual([])
})

describe('the check itself', () => {
  it.each([
    ['select m.id from members m join inbox i on i.member_id = m.id where m.id = $1', []],
    ['select m.id from members m, members o where m.id = $1 and o.id = $2', []],
    ['select "m"."id" from "members" as "m" inner join "wallets" using ("member_id")', ['members']],
    ['select * from members where email = $1', []],
    ['select 1 from members m join former_emails f on f.email = m.email', ['members', 'former_emails']],
    ['select 1 from members m join discovery_entries d on d.region = m.region where m.id = $1', ['discovery_entries']],
    [
      'select 1 from members m where m.id = $1 and exists (select from signup_devices s where s.signal_hash = $2)',
      ['signup_devices'],
    ],
    ['delete from visits where ctid = any(array(select ctid from visits where last_at < $1 limit $2))', []],
    ['delete from visits where last_at = any(array(select last_at from visits where other_id = $1))', ['visits']],
    ['update members m set about = null from former_emails f where m.id = $1', ['former_emails']],
    ['delete from inbox i using members m where (i.member_id, i.other_id) = (m.id, $1)', []],
    [
      'with f as (select member_id from former_emails where email = $1) select m.id from members m join f on f.member_id = m.id',
      ['former_emails'],
    ],
    [
      'insert into visits (member_id, other_id) select id, $1 from members where id in (select member_id from inbox where other_id = $2)',
      [],
    ],
  ] as const)('%s', (text, tables) => expect(untiedTables(text)).toEqual(tables))
})
