import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { mutantsOf } from './mutants.mjs'

const planted = (/** @type {string} */ source) =>
  mutantsOf(parseSync('a.ts', source).program, source).map(
    ({ start, end, text }) => source.slice(0, start) + text + source.slice(end),
  )

test.each([
  ['if (paid) grant()', ['if (!(paid)) grant()', 'if (paid) ;']],
  ['const a = x < limit', ['const a = x <= limit']],
  ['const a = x === y && z', ['const a = x !== y && z', 'const a = x === y || z']],
  ['const days = 14', ['const days = 15']],
  ['const on: boolean = true', ['const on: boolean = false']],
  [`q.where('a', '=', b).execute()`, [`q.execute()`, ';']],
  ['const a = b ? c : d', ['const a = !(b) ? c : d']],
  ['const until = start + span', ['const until = start - span']],
  ['type Level = 0 | 1', []],
])('the faults of %s', (source, faults) => {
  expect(planted(source).toSorted()).toEqual(faults.toSorted())
})

test.each([
  [
    'select 1 from a where b = 1 and c < 2',
    [
      'select 1 from a where ((b = 1) or true) and c < 2',
      'select 1 from a where b = 1 and ((c < 2) or true)',
      'select 1 from a where b = 1 and c <= 2',
    ],
  ],
  [
    "select case when a and b then 'x and y' end from t -- where and",
    ["select case when a and ((b) or true) then 'x and y' end from t -- where and"],
  ],
  [
    'select a from t join u on u.id = t.id order by t.at desc, t.id limit 3',
    [
      'select a from t join u on ((u.id = t.id) or true) order by t.at desc, t.id limit 3',
      'select a from t join u on u.id = t.id order by t.at asc, t.id limit 3',
      'select a from t join u on u.id = t.id order by t.at desc limit 3',
    ],
  ],
  [
    'select 1 where a between 1 and 2 and b',
    ['select 1 where ((a between 1 and 2) or true) and b', 'select 1 where a between 1 and 2 and ((b) or true)'],
  ],
  ['insert into t values (1) on conflict do nothing', []],
  [
    'delete from t where id = ${id} and (a or b) returning id',
    [
      'delete from t where ((id = ${id}) or true) and (a or b) returning id',
      'delete from t where id = ${id} and (((a or b)) or true) returning id',
    ],
  ],
])('the faults of the query %s', (query, faults) => {
  expect(planted(`sql\`${query}\``).toSorted()).toEqual(faults.map((fault) => `sql\`${fault}\``).toSorted())
  // Expressions in a template that is not SQL are not faults of a query.
  expect(planted(`text\`${query.replace(/^/, 'Look: ')}\``)).toEqual([])
})
