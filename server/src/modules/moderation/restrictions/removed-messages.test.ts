import { describe, expect, it } from 'vitest'
import type { TestMember } from '#test/support/test-server.ts'
import { moderationTests } from '../testing/moderation.ts'

const moderation = moderationTests()
const { idOf, who, rowsOf, caseOf, report, decide, casesOf, write, pair } = moderation
const remove = { verdict: 'remove_content', clause: 'contact_details' } as const

/** A message from her that he has reported. */
async function reported() {
  const [him, her] = await pair()
  expect(await write(her, him, 'Scrivimi al 333')).toMatchObject({ ok: true })
  const [message] = await rowsOf<{ id: string }>('select id from messages where sender_id = $1', idOf(her))
  return { him, her, reportId: await report(him, her, { content: { kind: 'message', id: message!.id } }) }
}
const hide = async (member: TestMember, other: TestMember, hidden: boolean) =>
  (
    await moderation.server.call(`/api/messages/${idOf(other)}/1/hidden`, {
      method: 'PUT',
      token: member.token,
      body: { hidden },
    })
  ).status
const chatsOf = (reader: TestMember, other = '') =>
  moderation.server.call(`/api/get/messages/${reader.session.clickid}${other}`, { token: reader.token })
const messagesOf = async (reader: TestMember, other: TestMember): Promise<number> =>
  (await chatsOf(reader, `/${idOf(other)}`)).body.length
const reverse = async (her: TestMember) => {
  const { restrictions } = await casesOf({ token: her.token })
  const { id } = restrictions[0]!
  await moderation.server.call(`/api/cases/${id}/appeal`, { token: her.token, body: { text: 'È il bar' } })
  const [appeal] = await rowsOf<{ id: string }>('select id from appeals where restriction_id = $1', id)
  await decide(appeal!.id, { verdict: 'reverse', answer: 'Hai ragione.' }, who('bruno'))
}

describe('a message that moderators removed', () => {
  it('leaves its recipient’s open pages at once, and an appeal brings it back to them', async () => {
    const { him, her, reportId } = await reported()
    const [his, hers] = [await him.connect(), await her.connect()]
    await decide(reportId, remove)
    expect(await his.next('messageHidden')).toEqual({ angelId: idOf(her), seq: 1 })
    expect([await messagesOf(him, her), await messagesOf(her, him)]).toEqual([0, 1])
    const rows: { angelId: string }[] = (await chatsOf(him)).body.messages
    expect(rows.find(({ angelId }) => angelId === idOf(her))).toMatchObject({ gone: 'removed', msg: '', preview: '' })
    await reverse(her)
    expect(await his.next('messageChanged')).toMatchObject({ angelId: idOf(her), message: { seq: 1 } })
    expect(await messagesOf(him, her)).toBe(1)
    // She sees her own as before.
    expect([hers.received('messageHidden'), hers.received('messageChanged')]).toEqual([[], []])
    his.close()
    hers.close()
  })

  it('does not come back by deleting it for oneself and undoing that', async () => {
    const { him, her, reportId } = await reported()
    await decide(reportId, remove)
    expect([await hide(him, her, true), await hide(him, her, false)]).toEqual([404, 404])
    expect(await messagesOf(him, her)).toBe(0)
    await reverse(her)
    expect(await messagesOf(him, her)).toBe(1)
    expect([await hide(him, her, true), await hide(him, her, false)]).toEqual([200, 200])
  })

  it('is removed also when its recipient had deleted it, which an appeal leaves as it was', async () => {
    const { him, her, reportId } = await reported()
    expect(await hide(him, her, true)).toBe(200)
    await decide(reportId, remove)
    expect(await caseOf(reportId)).toMatchObject({ verdict: 'remove_content' })
    expect(await hide(him, her, false)).toBe(404)
    await reverse(her)
    expect(await messagesOf(him, her)).toBe(0)
    expect(await hide(him, her, false)).toBe(200)
    expect(await messagesOf(him, her)).toBe(1)
  })
})
