import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { newIdAt } from '#platform/ids.ts'
import { createLog } from '#platform/process/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { isBulkStopped, mailRates, measureMail, reasonToStop, releaseBulk, worstRates } from './mail-rates.ts'

let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 2 })
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
})

it.each([
  [{ sent: 199, bounced: 199, complained: 199 }, undefined],
  [{ sent: 200, bounced: 10, complained: 0 }, undefined],
  [{ sent: 200, bounced: 11, complained: 0 }, /^5\.5 % of the mails/],
  [{ sent: 200, bounced: 0, complained: 2 }, undefined],
  [{ sent: 200, bounced: 0, complained: 3 }, /^1\.5 % of the recipients/],
  [{ sent: 1000, bounced: 0, complained: 3 }, undefined],
  [{ sent: 1000, bounced: 0, complained: 4 }, /^0\.4 % of the recipients/],
])('%j', (rates, reason) => {
  const said = reasonToStop(rates)
  if (reason) expect(said).toMatch(reason)
  else expect(said).toBeUndefined()
})

const now = new Date('2026-11-20T12:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const measure = (at: Date) => measureMail({ db: handle.db, log: createLog('silent') }, at)
const stopped = () => isBulkStopped(handle.db, 'local')

it('stops a brand while too much of a day’s mail comes back, and no other; an operator releases it for a day', async () => {
  const mails = async (brand: string, count: number, at: Date, bounces: number) => {
    const ids = Array.from({ length: count }, () => newIdAt(at))
    const row = {
      brand_id: brand,
      kind: 'welcome',
      to_address: 'x@person.example',
      locale: 'it',
      props: '{}',
      state: 'sent',
    }
    await handle.db
      .insertInto('emails')
      .values(ids.map((id) => ({ ...row, id, created_at: at, sent_at: at })))
      .execute()
    const event = { brand_id: brand, address_hash: Buffer.alloc(32), kind: 'failed', class: 'hard', source: 'report' }
    await handle.db
      .insertInto('mail_events')
      // Reported twice: one mail.
      .values(
        ids
          .slice(0, bounces)
          .flatMap((id) =>
            [1, 2].map((n) => ({ ...event, id: newIdAt(at), email_id: id, event_key: `${id} ${n}`, created_at: at })),
          ),
      )
      .execute()
  }
  await mails('local', 300, hours(0), 30)
  await mails('battito', 300, hours(0), 5)
  await measure(hours(1))
  expect(await mailRates(handle.db)).toEqual([
    { brandId: 'battito', sent: 300, bounced: 5, complained: 0, stoppedAt: null },
    { brandId: 'local', sent: 300, bounced: 30, complained: 0, stoppedAt: hours(1) },
  ])
  expect([await stopped(), await isBulkStopped(handle.db, 'battito')]).toEqual([true, false])
  expect(await worstRates(handle.db)).toEqual({ bounced: 100, complained: 0, stopped: 1 })
  await measure(hours(2))
  expect(await mailRates(handle.db)).toMatchObject([{}, { stoppedAt: hours(1) }])
  expect(await releaseBulk(handle.db, 'local', hours(3))).toBe(true)
  expect(await releaseBulk(handle.db, 'local', hours(3))).toBe(false)
  await measure(hours(4))
  expect(await stopped()).toBe(false)
  // The cause was not found: more of the next day comes back.
  await mails('local', 300, hours(26), 30)
  await measure(hours(28))
  expect(await stopped()).toBe(true)
  await measure(hours(51))
  expect(await stopped()).toBe(false)
})
