import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { openDatabase, type DatabaseHandle } from './database.ts'
import { newId } from './ids.ts'
import type { Log } from './log.ts'
import { relayOutbox } from './outbox.ts'

let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url, { size: 4 })
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

const happen = (topic: string) =>
  handle.db
    .insertInto('outbox')
    .values({ id: newId(), topic, payload: JSON.stringify({ topic }), created_at: new Date() })
    .execute()

it('logs a delivery that fails with its cause, delivers it again, and the others once', async () => {
  const got: string[] = []
  const errors: unknown[] = []
  const log = {
    error: (given: unknown) => errors.push(given),
    warn: (given: unknown) => errors.push(given),
  } as unknown as Log
  for (const topic of ['first', 'stubborn', 'last']) await happen(topic)
  let refusals = 2
  const relay = relayOutbox({
    pool: handle.pool,
    log,
    async receive({ topic }) {
      if (topic === 'stubborn' && refusals > 0) {
        refusals -= 1
        throw new Error('not yet')
      }
      got.push(topic)
    },
  })
  await expect.poll(() => got, { timeout: 5000 }).toEqual(['first', 'last', 'stubborn'])
  await relay.stop()
  expect(errors).toMatchObject([{ err: { message: 'not yet' }, topic: 'stubborn' }, { err: { message: 'not yet' } }])
  expect(await handle.db.selectFrom('outbox').select('id').execute()).toEqual([])
})
