import { expect, it } from 'vitest'
import { claimCase, decideLater } from '#modules/cases/index.ts'
import { newId } from '#platform/ids.ts'
import type { TestMember } from '#test/support/test-server.ts'
import { moderationTests } from '../testing/moderation.ts'
import { carryOut } from './carry-out.ts'

const moderation = moderationTests()
const { idOf, deps, who, rowsOf, caseOf, report, decide, pair } = moderation

/** An approved photo that was reported. */
async function reported() {
  const [him, her] = await pair()
  const id = newId()
  await moderation.server.database.db
    .insertInto('member_photos')
    .values({ member_id: idOf(her), id, storage_key: id, state: 'approved', created_at: moderation.now })
    .execute()
  return { her, id, reportId: await report(him, her, { reason: 'photo', content: { kind: 'photo', id } }) }
}
const change = async (her: TestMember, id: string, how: 'DELETE' | 'restore') => {
  const path = `/api/photos/${her.session.clickid}/${id}`
  const { status } = await (how === 'DELETE'
    ? moderation.server.call(path, { method: how, token: her.token })
    : moderation.server.call(`${path}/${how}`, { body: {}, token: her.token }))
  expect(status).toBe(200)
}
const stateOf = async (id: string) =>
  (
    await rowsOf<{ state: string; decided: boolean }>(
      'select state, decided_at is not null as decided from reports where id = $1',
      id,
    )
  )[0]

it('a report about a photo that was deleted and restored waits again', async () => {
  const { her, id, reportId } = await reported()
  await change(her, id, 'DELETE')
  const urgent = { parts: ['flagger'], barred: 'staff:ben' }
  const { pool } = moderation.server.database
  await pool.query('update cases set parts = $2, barred = $3 where subject_id = $1', [
    reportId,
    urgent.parts,
    urgent.barred,
  ])
  const closed = await decide(reportId, { verdict: 'gone' })
  expect(await stateOf(reportId)).toEqual({ state: 'gone', decided: true })
  moderation.pass(2000)
  await change(her, id, 'restore')
  await expect.poll(() => stateOf(reportId)).toEqual({ state: 'open', decided: false })
  const again = await caseOf(reportId)
  expect(again).toMatchObject({ state: 'open', verdict: null })
  expect(again.id).not.toBe(closed)
  // As urgent as before, and closed to the same moderator.
  expect(await rowsOf('select parts, barred from cases where id = $1', again.id)).toEqual([urgent])
  // The same moderator may decide it: nothing was decided about the photo.
  await decide(reportId, { verdict: 'remove_content', clause: 'sexual' })
  expect(await rowsOf('select state from member_photos where id = $1', id)).toEqual([{ state: 'refused' }])
})

it('one that was decided about the photo itself stays decided', async () => {
  const { her, id, reportId } = await reported()
  await decide(reportId, { verdict: 'dismiss' })
  await change(her, id, 'DELETE')
  await change(her, id, 'restore')
  // The restored photo is shown to others again once its event was received.
  await expect.poll(() => rowsOf('select from outbox')).toEqual([])
  expect(await stateOf(reportId)).toEqual({ state: 'dismissed', decided: true })
})

it('a decision that it is gone is not carried out once it is there again', async () => {
  const { her, id, reportId } = await reported()
  await change(her, id, 'DELETE')
  const { db } = moderation.server.database
  const found = await caseOf(reportId)
  await claimCase(db, who('anna'), found.id, moderation.now)
  await db.transaction().execute((tx) => decideLater(tx, who('anna'), found.id, { verdict: 'gone' }, moderation.now))
  await change(her, id, 'restore')
  await carryOut(deps(), { brandId: 'local', caseId: found.id })
  expect(await caseOf(reportId)).toEqual({ id: found.id, state: 'open', verdict: null })
  expect(await stateOf(reportId)).toEqual({ state: 'open', decided: false })
})
