import { describe, expect, it } from 'vitest'
import { requireOrder, statementsOf } from './migration-files.ts'

describe('the numbers of migrations', () => {
  it.each<[string, string[], RegExp | undefined]>([
    ['count from one', ['0001_a.sql', '0002_b.sql'], undefined],
    ['begin with one', ['0002_a.sql'], /0002_a\.sql: the next free number is 0001/],
    ['are taken once', ['0001_a.sql', '0001_b.sql'], /0001_b\.sql: the next free number is 0002/],
    ['are not left out', ['0001_a.sql', '0003_b.sql'], /0003_b\.sql: the next free number is 0002/],
    ['stand in names of one form', ['31-a.sql'], /31-a\.sql: name it NNNN_what_it_does\.sql/],
  ])('%s', (_rule, names, error) => {
    if (error) expect(() => requireOrder(names)).toThrow(error)
    else expect(() => requireOrder(names)).not.toThrow()
  })
})

it('a statement outside a transaction ends at the end of a line', () => {
  expect(statementsOf({ sql: "-- no-transaction\nselect ';' as a;\n-- of no account;\nselect\n  2;\n" })).toEqual([
    "select ';' as a",
    'select\n  2',
  ])
})
