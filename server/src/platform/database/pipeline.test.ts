import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDatabase, type DatabaseHandle } from './database.ts'
import { pipelined } from './pipeline.ts'

let database: TestDatabase
let handle: DatabaseHandle
const events: string[] = []
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 1, onStatement: (text) => void events.push(text.slice(0, 11)) })
  await sql`create table steps (n integer primary key)`.execute(handle.db)
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
})
const stepsNow = async () => (await sql<{ n: number }>`select n from steps order by n`.execute(handle.db)).rows

test('statements started together are sent before the first is answered, run in their order and commit as one', async () => {
  events.length = 0
  const answers = await handle.db.transaction().execute(async (tx) => {
    await pipelined(tx, async (both) => {
      const insert = sql`insert into steps values (${1})`.execute(both).then(() => void events.push('answered'))
      const read = sql<{ n: number }>`select n + ${0} as n from steps`.execute(both)
      await insert
      expect((await read).rows).toEqual([{ n: 1 }])
    })
    return sql`update steps set n = n + ${1}`.execute(tx)
  })
  expect(answers.numAffectedRows).toBe(1n)
  expect(events).toEqual(['begin', 'insert into', 'select n + ', 'answered', 'update step', 'commit'])
  expect(await stepsNow()).toEqual([{ n: 2 }])
})

test('one that fails undoes all, and the connection serves the next transaction', async () => {
  const failing = handle.db
    .transaction()
    .execute((tx) =>
      pipelined(tx, (all) =>
        Promise.all([
          sql`insert into steps values (${3})`.execute(all),
          sql`insert into steps values (${2})`.execute(all),
          sql`insert into steps values (${4})`.execute(all),
        ]),
      ),
    )
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await stepsNow()).toEqual([{ n: 2 }])
})
