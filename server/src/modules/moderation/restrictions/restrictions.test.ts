import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openCase } from '#modules/cases/index.ts'
import { currentSubscription } from '#modules/subscriptions/index.ts'
import { newId } from '#platform/ids.ts'
import type { TestMember } from '#test/support/test-server.ts'
import { liftEnded } from '../restrictions/lift.ts'
import { moderationTests } from '../testing/moderation.ts'

const day = 86_400_000
const moderation = moderationTests()
const { idOf, deps, who, rowsOf, caseOf, report, decide, casesOf, mailOf, write, pair, harassed, startTerm } =
  moderation

describe('a restriction', () => {
  it('turns messages off on every way of sending, until it ends', async () => {
    const [him, her] = await pair()
    expect(await write(him, her, 'Ciao')).toMatchObject({ ok: true })
    expect(await write(her, him, 'Ciao a te')).toMatchObject({ ok: true })
    expect(await write(him, her, 'Come stai?')).toMatchObject({ ok: true })
    const reportId = await report(her, him)
    await decide(reportId, harassed('messaging_off', { days: 2 }))
    const off = { ok: false, code: 'messaging_off' }
    // In a conversation (in a batch), as an icebreaker, as a reply, by HTTPS, and as a changed text.
    expect(await write(him, her, 'Rispondi')).toMatchObject(off)
    expect(await write(him, her, 'Rispondi', { replyTo: 2 })).toMatchObject(off)
    expect(
      await write(him, await moderation.server.member({ gender: 'woman' }), 'Ciao', { icebreaker: true }),
    ).toMatchObject(off)
    const event = {
      msg: 'Rispondi',
      trackerId: him.session.clickid,
      angelId: idOf(her),
      clientMessageId: crypto.randomUUID(),
      icebreaker: false,
      blurredMessage: true,
    }
    expect(
      (await moderation.server.call('/api/events', { token: him.token, body: { event: 'chat', payload: event } })).body,
    ).toMatchObject(off)
    expect(
      await moderation.server.call(`/api/messages/${idOf(her)}/3`, {
        method: 'PUT',
        token: him.token,
        body: { text: 'Altro' },
      }),
    ).toMatchObject({ status: 403, body: { code: 'messaging_off' } })
    const upload = await fetch(`${moderation.server.url}/api/messages/${idOf(her)}/photo`, {
      method: 'POST',
      headers: { authorization: `Bearer ${him.token}`, origin: moderation.server.url },
      body: new FormData(),
    })
    expect({ status: upload.status, ...((await upload.json()) as { code: string }) }).toMatchObject({
      status: 403,
      code: 'messaging_off',
    })
    expect(await write(her, him, 'Io scrivo')).toMatchObject({ ok: true })
    moderation.pass(2 * day + 1)
    expect(await write(him, her, 'Eccomi')).toMatchObject({ ok: true })
  })

  it('keeps messages off until the last end, whichever decision came later', async () => {
    const [him, her] = await pair()
    await write(him, her, 'Ciao')
    await decide(await report(her, him), harassed('messaging_off', { days: 7 }))
    const other = await moderation.server.member({ gender: 'woman' })
    await decide(await report(other, him), harassed('messaging_off', { days: 1 }))
    moderation.pass(2 * day)
    expect(await write(him, her, 'Rispondi')).toMatchObject({ ok: false, code: 'messaging_off' })
    moderation.pass(5 * day + 1)
    expect(await write(him, other, 'Eccomi')).toMatchObject({ ok: true })
  })

  it('suspends for a time: reasons by mail, the paid days come back, the job opens the account again', async () => {
    const [him, her] = await pair()
    const { db } = moderation.server.database
    const end = await startTerm(her)
    const reportId = await report(him, her)
    const suspended = moderation.now
    await decide(reportId, harassed('suspend', { days: 7, facts: 'Insulti il 2 novembre.' }))
    expect((await moderation.server.call('/api/block', { token: her.token })).status).toBe(401)
    const term = await currentSubscription(db, idOf(her), moderation.now)
    expect(term).toMatchObject({ state: 'active', period_end: new Date(end.getTime() + 7 * day) })
    expect(term?.next_try_at).toEqual(term?.period_end)
    const [mail] = await mailOf(her, 'restriction')
    expect(mail?.props).toMatchObject({
      restriction: 'suspension',
      facts: 'Insulti il 2 novembre.',
      isPaused: true,
      until: new Date(suspended.getTime() + 7 * day).toISOString(),
    })
    expect(
      await rowsOf("select kind from system_messages where member_id = $1 and conversation = 'admin'", idOf(her)),
    ).toEqual([{ kind: 'restriction' }])
    moderation.pass(7 * day - 60_000)
    const log = moderation.server.context.app.log as never
    await liftEnded({ ...deps(), log }, Infinity)
    expect(await rowsOf('select state from members where id = $1', idOf(her))).toEqual([{ state: 'suspended' }])
    moderation.pass(60_000)
    await liftEnded({ ...deps(), log }, Infinity)
    expect(await rowsOf('select state, level_until from members where id = $1', idOf(her))).toEqual([
      { state: 'active', level_until: new Date(end.getTime() + 7 * day) },
    ])
    expect(await rowsOf('select lifted_by from restrictions where member_id = $1', idOf(her))).toEqual([
      { lifted_by: 'rule' },
    ])
    expect((await currentSubscription(db, idOf(her), moderation.now))?.period_end).toEqual(
      new Date(end.getTime() + 7 * day),
    )
  })

  it('removes for good: what others spent is refunded, the plan does not renew, and a shorter one before does not reopen it', async () => {
    const [him, her] = await pair()
    expect(await write(him, her, 'Ciao')).toMatchObject({ ok: true })
    const first = await report(him, her)
    await decide(first, harassed('suspend', { days: 1 }))
    const second = newId()
    await moderation.server.database.pool.query(
      `insert into reports (id, brand_id, reporter_id, reported_id, reason, created_at) values ($1, 'local', $2, $3, 'scam', $4)`,
      [second, idOf(him), idOf(her), moderation.now],
    )
    await openCase(moderation.server.database.db, {
      brandId: 'local',
      kind: 'report',
      subjectId: second,
      memberId: idOf(her),
      at: moderation.now,
    })
    await decide(second, { verdict: 'remove', clause: 'scam' })
    expect(
      await rowsOf("select kind from system_messages where member_id = $1 and kind = 'spending-refunded'", idOf(him)),
    ).toHaveLength(1)
    moderation.pass(2 * day)
    await liftEnded({ ...deps(), log: moderation.server.context.app.log as never }, Infinity)
    expect(await rowsOf('select state from members where id = $1', idOf(her))).toEqual([{ state: 'suspended' }])
  })

  it('removes a text that an appeal brings back, unless the member has written another', async () => {
    const [him, her] = await pair()
    const text = (about: string) =>
      moderation.server.call(`/api/users/${her.session.clickid}`, {
        method: 'PUT',
        token: her.token,
        body: { descrizione: about },
      })
    await moderation.server.database.db
      .updateTable('members')
      .set({ about: 'Chiamami al 333', looking_for: 'Amici' })
      .where('id', '=', idOf(her))
      .execute()
    const reportId = await report(him, her, { content: { kind: 'profile' } })
    await decide(reportId, { verdict: 'remove_content', clause: 'contact_details' })
    const shown = () => rowsOf('select about, looking_for from members where id = $1', idOf(her))
    expect(await shown()).toEqual([{ about: '', looking_for: '' }])
    const { restrictions } = await casesOf({ token: her.token })
    const [{ id } = { id: '' }] = restrictions
    expect(
      (
        await moderation.server.call(`/api/cases/${id}/appeal`, {
          token: her.token,
          body: { text: 'È il numero del bar' },
        })
      ).status,
    ).toBe(200)
    expect((await text('Nuova me')).status).toBe(200)
    const [appeal] = await rowsOf<{ id: string }>('select id from appeals where restriction_id = $1', id)
    await decide(appeal!.id, { verdict: 'reverse', answer: 'Hai ragione.' }, who('bruno'))
    expect(await shown()).toEqual([{ about: 'Nuova me', looking_for: 'Amici' }])
    expect((await casesOf({ token: her.token })).restrictions).toMatchObject([
      { liftedAt: expect.any(String), appeal: { outcome: 'reversed', answer: 'Hai ragione.' } },
    ])
  })

  it('takes nothing from an account whose erasure has begun', async () => {
    const [him, her] = await pair()
    const reportId = await report(him, her)
    await moderation.beginErasing(her)
    await decide(reportId, harassed('suspend', { days: 3 }))
    expect(await rowsOf('select id from restrictions where member_id = $1', idOf(her))).toEqual([])
    expect(await rowsOf('select state from members where id = $1', idOf(her))).toEqual([{ state: 'deleting' }])
    await nothingWasLeft(him, reportId)
  })

  /** Neither the case nor the report says that we acted, and its author reads why. */
  const nothingWasLeft = async (reporter: TestMember, reportId: string) => {
    expect(await caseOf(reportId)).toMatchObject({ state: 'closed', verdict: 'gone' })
    expect((await casesOf({ token: reporter.token })).reports).toMatchObject([
      { id: reportId, state: 'gone', appealUntil: null },
    ])
    expect(await mailOf(reporter, 'report-upheld')).toEqual([])
    expect(await mailOf(reporter, 'report-gone')).toHaveLength(1)
  }

  it('claims to have acted on nothing that is gone: hidden before, deleted, or of an erased member', async () => {
    const remove = { verdict: 'remove_content', clause: 'contact_details' } as const
    const [him, her] = await pair()
    expect(await write(her, him, 'Scrivimi al 333')).toMatchObject({ ok: true })
    const [message] = await rowsOf<{ id: string }>('select id from messages where sender_id = $1', idOf(her))
    const other = await moderation.server.member()
    await decide(await report(him, her, { content: { kind: 'message', id: message!.id } }), remove)
    expect(await mailOf(him, 'report-upheld')).toHaveLength(1)
    await moderation.server.database.db
      .updateTable('members')
      .set({ about: 'Ciao' })
      .where('id', '=', idOf(her))
      .execute()
    const aboutTexts = await report(other, her, { content: { kind: 'profile' } })
    await moderation.server.database.db.updateTable('members').set({ about: '' }).where('id', '=', idOf(her)).execute()
    await decide(aboutTexts, remove)
    await nothingWasLeft(other, aboutTexts)

    const [reporter, erased] = await pair()
    const reportId = await report(reporter, erased)
    await sql`update reports set reported_id = null where id = ${reportId}`.execute(moderation.server.database.db)
    await decide(reportId, harassed('warn'))
    await nothingWasLeft(reporter, reportId)
  })

  it('hides each of several reported messages from their recipient, and an appeal shows them again', async () => {
    const [him, her] = await pair()
    for (const text of ['Scrivimi', 'al 333', 'o al 334'])
      expect(await write(her, him, text)).toMatchObject({ ok: true })
    const messages = await rowsOf<{ id: string }>(
      'select id from messages where sender_id = $1 order by seq',
      idOf(her),
    )
    const reportId = await report(him, her, { messageIds: messages.slice(0, 2).map(({ id }) => id) })
    const hidden = () =>
      rowsOf<{ id: string }>(
        `select m.id from hidden_messages h join messages m on m.conversation_id = h.conversation_id and m.seq = h.seq
         where h.member_id = $1 order by m.seq`,
        idOf(him),
      )
    await decide(reportId, { verdict: 'remove_content', clause: 'contact_details' })
    expect(await hidden()).toEqual(messages.slice(0, 2))
    const [{ id } = { id: '' }] = await rowsOf<{ id: string }>(
      "select id from restrictions where member_id = $1 and content_type = 'message'",
      idOf(her),
    )
    await moderation.server.call(`/api/cases/${id}/appeal`, { token: her.token, body: { text: 'È il bar' } })
    const [appeal] = await rowsOf<{ id: string }>('select id from appeals where restriction_id = $1', id)
    await decide(appeal!.id, { verdict: 'reverse', answer: 'Hai ragione.' }, who('bruno'))
    expect(await hidden()).toEqual([])
  })
})
