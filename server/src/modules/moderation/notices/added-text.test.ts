import { describe, expect, it } from 'vitest'
import { staffMember } from '#test/support/console-client.ts'
import { carryOut } from '../decisions/carry-out.ts'
import { moderationTests } from '../testing/moderation.ts'

const moderation = moderationTests()
const { deps, rowsOf, caseOf, report, pair } = moderation

/** A report that a moderator has decided, which can still be taken back. */
async function decided() {
  const [him, her] = await pair()
  const reportId = await report(him, her, { text: 'He insults me' })
  const { id } = await caseOf(reportId)
  const moderator = await staffMember(moderation.server, { roles: ['moderator@local'], at: moderation.now })
  const call = (what: string, body: object = {}) => moderator.call(`/admin/api/local/cases/${id}/${what}`, { body })
  expect((await call('claim')).status).toBe(200)
  expect((await call('decide', { verdict: 'dismiss' })).status).toBe(200)
  expect(await caseOf(reportId)).toMatchObject({ state: 'deciding' })
  return { id, reportId, call, add: (more: object) => report(him, her, more) }
}

describe('what is added to a report whose decision can still be taken back', () => {
  it('brings it before a moderator again, who reads all of it', async () => {
    const { id, reportId, call, add } = await decided()
    expect(await add({ text: 'And he knows where I live' })).toBe(reportId)
    await carryOut(deps(), { brandId: 'local', caseId: id })
    expect(await caseOf(reportId)).toEqual({ id, state: 'open', verdict: null })
    expect(await rowsOf('select state from reports where id = $1', reportId)).toEqual([{ state: 'open' }])
    const { body } = await call('claim')
    expect(body.case.report.text).toBe('He insults me\n\nAnd he knows where I live')
  })

  it('leaves taking the decision back what it was', async () => {
    const { reportId, call, add } = await decided()
    await add({ text: 'And he knows where I live' })
    expect((await call('undo')).status).toBe(200)
    expect(await caseOf(reportId)).toMatchObject({ state: 'open' })
    // The case is theirs again.
    expect((await call('decide', { verdict: 'dismiss' })).status).toBe(200)
  })

  it('changes nothing if it says nothing more', async () => {
    const { id, reportId, call, add } = await decided()
    await add({})
    await carryOut(deps(), { brandId: 'local', caseId: id })
    expect(await caseOf(reportId)).toMatchObject({ state: 'closed', verdict: 'dismiss' })
    expect((await call('undo')).status).toBe(409)
  })
})
