import { setImmediate as turn } from 'node:timers/promises'
import { Writable } from 'node:stream'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { TableWriter } from './table-writer.ts'

it('a writer whose connection caught up before it was waited for is not waited for', async () => {
  const stream = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void turn().then(() => done()) })
  const client = { query: () => stream, end: async () => undefined }
  const writer = new TableWriter(client as unknown as pg.Client, 'members', 'id')
  writer.row('x'.repeat(100_000))
  expect(stream.writableNeedDrain).toBe(true)
  for (let n = 0; n < 5; n += 1) await turn()
  expect(stream.writableNeedDrain).toBe(false)
  await writer.drained()
  writer.row('y')
  await writer.end()
  expect(writer.rows).toBe(2)
}, 2000)
