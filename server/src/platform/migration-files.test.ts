import { describe, expect, it } from 'vitest'
import { requireOrder, statementsOf } from './migration-files.ts'

describe('the numbers of migrations', () => {
  it.each<[string, string[], RegExp | undefined]>([
    ['count on from the known ones', ['0030_report_decisions.sql', '0031_a.sql', '0032_b.sql'], undefined],
    ['are taken once', ['0031_a.sql', '0031_b.sql'], /0031_b\.sql: the next free number is 0032/],
    ['are not left out', ['0031_a.sql', '0033_b.sql'], /0033_b\.sql: the next free number is 0032/],
    ['of the known ones are not taken again', ['0012_renewals.sql', '0012_x.sql'], /0012_x\.sql: the next free number/],
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
