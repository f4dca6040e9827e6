import { expect, test } from 'vitest'
import { statementCsv } from './statement-file.ts'

test('the table has a header and one row per movement, each ending in CRLF', () => {
  const order = '01935b2e-0000-7000-8000-000000000000'
  const time = '2026-05-02T09:00:00.000Z'
  expect(
    statementCsv([
      { id: '1', time, account: 'messages', amount: 600, cause: 'purchase', order },
      { id: '2', time, account: 'likes', amount: -1, cause: 'like', order: null },
    ]),
  ).toBe(`time,account,amount,cause,order\r\n${time},messages,600,purchase,${order}\r\n${time},likes,-1,like,\r\n`)
})
