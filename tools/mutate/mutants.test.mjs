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
