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
  ['const a = x === y && z', ['const a = x !== y && z', 'const a = x === y || z', 'const a = x === y', 'const a = z']],
  ['const a = b || c', ['const a = b && c', 'const a = b', 'const a = c']],
  ['const a = b ?? c', []],
  ['const a = b.at(-1)', ['const a = b.at(0)', 'const a = b.at(-2)']],
  ['const a = b.at(0)?.c', ['const a = b.at(-1)?.c', 'const a = b.at(1)?.c']],
  ['const a = b.at(c) ?? at(d)', []],
  ['const a = b.find(c)', ['const a = b.findLast(c)']],
  ['const a = b.findLast((c) => c)', ['const a = b.find((c) => c)']],
  ['const a = b.findIndex(c)', ['const a = b.findLastIndex(c)']],
  ['const a = b.findLastIndex(c)', ['const a = b.findIndex(c)']],
  ['const a = b.toString(c)', []],
  ['const a = b.getUTCMonth()', ['const a = b.getMonth()']],
  ['const a = b.getDay()', ['const a = b.getUTCDay()']],
  ['b.setUTCMonth(c)', ['b.setMonth(c)', ';']],
  ['const a = b.getTime()', []],
  ['const a = { b }', ['const a = {  }']],
  ['const a = { b: c, }', ['const a = {  }']],
  ['const a = { b: 1, c, ...d }', ['const a = { c, ...d }', 'const a = { b: 1, ...d }', 'const a = { b: 1, c }']],
  ['const a = {\n  b,\n  c,\n}', ['const a = {\n  c,\n}', 'const a = {\n  b,\n}']],
  // What is taken out of an object is not put into one.
  ['const { a, b } = c', []],
  ['const days = 14', ['const days = 15']],
  ['const on: boolean = true', ['const on: boolean = false']],
  [`q.where('a', '=', b).execute()`, [`q.execute()`, ';']],
  ['const a = b ? c : d', ['const a = !(b) ? c : d']],
  ['const until = start + span', ['const until = start - span']],
  ['type Level = 0 | 1', []],
])('the faults of %s', (source, faults) => {
  expect(planted(source).toSorted()).toEqual(faults.toSorted())
})

test('a fault with a property or an operand left out is a program', () => {
  const source = `const a = { b: 1, // one, of two
    'c,': f(x && y), /* last */ }
  const d = { e: { f, }, g() { return h || { i } }, }`
  for (const fault of planted(source)) expect([fault, parseSync('a.ts', fault).errors]).toEqual([fault, []])
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
