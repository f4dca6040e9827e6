import type { ClauseKey, Locale } from '@incontro/contract'
import { clauseKeys, locales, photoRefusals, reviewRefusals } from '@incontro/contract'
import type { CaseDecision } from '@incontro/contract/admin/cases'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import {
  claimCase,
  claimNext,
  type Claimant,
  decideLater,
  figuresOf,
  openCase,
  skipCase,
  undoDecision,
} from '#modules/cases/index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { currentSubscription } from '#modules/subscriptions/index.ts'
import { deriveKeys, newId } from '#platform/ids.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { staffMember } from '#test/support/console-client.ts'
import { createLocalStorage } from '#platform/storage/local.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { appealEnds } from './appeals/appeal-term.ts'
import { carryOut, type CarryOutDeps } from './decisions/carry-out.ts'
import { clauseOf } from './decisions/clauses.ts'
import { faultOf, verdictsOf } from './decisions/verdicts.ts'
import { answerNotice } from './notices/notifier.ts'
import { caseView } from './queue/case-view.ts'
import { liftEnded } from './restrictions/lift.ts'

// Ahead of the workers' time, so that no decision is carried out before a test does it.
const start = new Date(Date.now() + 40 * 86_400_000)
const day = 86_400_000
let now = start
const clock = () => now
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ clock })
})
afterAll(() => testServer.close())
beforeEach(() => {
  now = new Date(now.getTime() + 3_600_000)
})

const idOf = (member: TestMember): string => member.session.angelId
const deps = (): CarryOutDeps => ({
  db: testServer.database.db,
  flows: checkedInFlows(),
  brands: testServer.context.brands,
  enqueueEmail: emailQueue(clock),
  clock,
  random: () => 1,
})
/** Ids of staff by their names, as the audit wants them. */
const staffIds: Record<string, string> = {}
const by = (name: string): string => `staff:${(staffIds[name] ??= crypto.randomUUID())}`
const who = (name: string, more: Partial<Claimant> = {}): Claimant => ({
  brandId: 'local',
  by: by(name),
  isOwner: false,
  ownMemberIds: [],
  ownSubjectIds: [],
  ...more,
})
const all = { kinds: ['report', 'photo', 'verification', 'review', 'profile', 'appeal', 'sample'] as const }
const next = (claimant: Claimant, except: readonly string[] = []) =>
  claimNext(testServer.database.db, claimant, { ...all, except, at: now })
const rowsOf = async <T>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await testServer.database.pool.query(query, values)).rows as T[]
const caseOf = async (subjectId: string): Promise<{ id: string; state: string; verdict: string | null }> => {
  const [row] = await rowsOf<{ id: string; state: string; verdict: string | null }>(
    'select id, state, verdict from cases where subject_id = $1 order by opened_at desc, id desc limit 1',
    subjectId,
  )
  if (!row) throw new Error('there is no case')
  return row
}

async function report(from: TestMember, about: TestMember, more: object = {}): Promise<string> {
  const { status } = await testServer.call('/api/report', {
    token: from.token,
    body: { angelId: idOf(about), reason: 'harassment', ...more },
  })
  expect(status).toBe(200)
  const [row] = await rowsOf<{ id: string }>(
    'select id from reports where reporter_id = $1 order by created_at desc, id desc limit 1',
    idOf(from),
  )
  return row!.id
}

/** Claims, decides and carries out, as a moderator who does not undo. */
async function decide(subjectId: string, decision: CaseDecision, moderator = who('anna')): Promise<string> {
  const { db } = testServer.database
  const { id } = await caseOf(subjectId)
  expect((await claimCase(db, moderator, id, now))?.id).toBe(id)
  await db.transaction().execute((tx) => decideLater(tx, moderator, id, decision, now))
  await carryOut(deps(), { brandId: moderator.brandId, caseId: id })
  return id
}

const casesOf = async (options: { token?: string; query?: string }) =>
  (await testServer.call(`/api/cases${options.query ?? ''}`, options.token ? { token: options.token } : {})).body as {
    reports: { id: string; state: string; appealUntil: string | null; appeal: unknown }[]
    restrictions: { id: string; kind: string; facts: string; liftedAt: string | null; appeal: unknown }[]
  }
const mailOf = async (member: TestMember, kind: string) =>
  rowsOf<{ props: Record<string, never> & { link: string } }>(
    'select props from emails where member_id = $1 and kind = $2 order by created_at desc',
    idOf(member),
    kind,
  )
const write = async (from: TestMember, to: TestMember, msg: string, more: object = {}) => {
  const socket = await from.connect()
  const answer = await socket.send('chat', {
    msg,
    trackerId: from.session.clickid,
    angelId: idOf(to),
    clientMessageId: crypto.randomUUID(),
    icebreaker: false,
    blurredMessage: true,
    ...more,
  })
  socket.close()
  return answer
}
const pair = async () => [await testServer.member(), await testServer.member({ gender: 'woman' })] as const
const harassed = (verdict: CaseDecision['verdict'], more: Partial<CaseDecision> = {}): CaseDecision => ({
  verdict,
  clause: 'harassment',
  ...more,
})

describe('the queue', () => {
  it('gives two moderators at once different cases, the most urgent first', async () => {
    const [him, her] = await pair()
    const ids = [newId(), newId(), newId()]
    for (const [n, subjectId] of ids.entries())
      await openCase(testServer.database.db, {
        brandId: 'battito',
        kind: 'photo',
        subjectId,
        memberId: idOf(n === 0 ? him : her),
        parts: n === 2 ? ['minor'] : [],
        at: new Date(now.getTime() + n),
      })
    const [anna, bruno] = [who('anna', { brandId: 'battito' }), who('bruno', { brandId: 'battito' })]
    const claimed = await Promise.all([next(anna), next(bruno)])
    expect(claimed.map((one) => one?.subject_id).sort()).toEqual([ids[0], ids[2]].sort())
    expect((await next(who('carla', { brandId: 'battito' })))?.subject_id).toBe(ids[1])
    // All are held; of another brand there are none of them.
    expect(await next(who('dario', { brandId: 'battito' }))).toBeUndefined()
    now = new Date(now.getTime() + 4 * 60_000)
    // No one kept them open: they are free again.
    expect((await next(who('dario', { brandId: 'battito' })))?.subject_id).toBe(ids[2])
  })

  it('never offers a moderator their own account, their own decision, or what they skipped', async () => {
    const [him, her] = await pair()
    const subjectId = await report(him, her)
    const { id } = await caseOf(subjectId)
    const { db } = testServer.database
    expect(await claimCase(db, who('anna', { ownMemberIds: [idOf(her)] }), id, now)).toBeUndefined()
    await sql`update cases set barred = ${by('anna')} where id = ${id}`.execute(db)
    expect(await claimCase(db, who('anna'), id, now)).toBeUndefined()
    expect((await claimCase(db, who('bruno'), id, now))?.id).toBe(id)
    await skipCase(db, who('bruno'), id, now)
    const seen: string[] = []
    for (let one = await next(who('bruno')); one; one = await next(who('bruno'), seen)) seen.push(one.id)
    expect(seen).not.toContain(id)
    expect((await claimCase(db, who('carla'), id, now))?.id).toBe(id)
  })

  it('lets a decision be undone until it is carried out, and never carries one out twice', async () => {
    const [him, her] = await pair()
    const reportId = await report(him, her)
    const { id } = await caseOf(reportId)
    const { db } = testServer.database
    const anna = who('anna')
    await claimCase(db, anna, id, now)
    const later = (claimant: Claimant, decision: CaseDecision) =>
      db.transaction().execute((tx) => decideLater(tx, claimant, id, decision, now))
    // Another one does not hold it.
    expect(await later(who('bruno'), harassed('warn'))).toBeUndefined()
    await later(anna, harassed('suspend', { days: 7 }))
    expect(await db.transaction().execute((tx) => undoDecision(tx, who('bruno'), id, now))).toBe(false)
    expect(await db.transaction().execute((tx) => undoDecision(tx, anna, id, now))).toBe(true)
    await carryOut(deps(), { brandId: 'local', caseId: id })
    expect(await caseOf(reportId)).toMatchObject({ state: 'open' })
    await later(anna, harassed('warn'))
    await carryOut(deps(), { brandId: 'battito', caseId: id })
    await Promise.all([1, 2].map(() => carryOut(deps(), { brandId: 'local', caseId: id })))
    expect(await caseOf(reportId)).toMatchObject({ state: 'closed', verdict: 'warn' })
    expect(await rowsOf('select kind, made_by from restrictions where member_id = $1', idOf(her))).toEqual([
      { kind: 'warning', made_by: by('anna') },
    ])
    expect(await db.transaction().execute((tx) => undoDecision(tx, anna, id, now))).toBe(false)
  })

  it('has another person look at a part of the cases again', async () => {
    const [him, her] = await pair()
    const reportId = await report(him, her)
    const { id } = await caseOf(reportId)
    const { db } = testServer.database
    await claimCase(db, who('anna'), id, now)
    await db.transaction().execute((tx) => decideLater(tx, who('anna'), id, { verdict: 'dismiss' }, now))
    await carryOut({ ...deps(), random: () => 0.01 }, { brandId: 'local', caseId: id })
    const sample = await caseOf(id)
    expect(await claimCase(db, who('anna'), sample.id, now)).toBeUndefined()
    await decide(id, { verdict: 'in_order' }, who('bruno'))
    expect(await caseOf(id)).toMatchObject({ state: 'closed', verdict: 'agree' })
  })

  it.each([
    ['approve', 'in_order', 'agree'],
    ['approve', 'not_in_order', 'disagree'],
    ['refuse', 'not_in_order', 'agree'],
    ['refuse', 'in_order', 'disagree'],
  ] as const)('compares a second look with the first: %s, then %s', async (first, second, verdict) => {
    const [him] = await pair()
    const photoId = await photoOf(him)
    const id = await decideAndSample(
      photoId,
      first === 'refuse' ? { verdict: first, reason: 'nudity' } : { verdict: first },
    )
    const before = await figuresOf(testServer.database.db, 'local', now)
    // Neither the decision nor the restriction that followed from it is shown.
    const shown = await caseView(testServer.database.db, await rowOf(await caseOf(id)), now, keys())
    expect(shown).toMatchObject({ view: { sampleOf: 'photo', verdicts: ['in_order', 'not_in_order'] } })
    expect(shown?.view.member?.restrictions).toEqual([])
    await decide(id, { verdict: second }, who('bruno'))
    expect(await caseOf(id)).toMatchObject({ state: 'closed', verdict })
    const after = await figuresOf(testServer.database.db, 'local', now)
    expect({ looked: after.lookedAgain - before.lookedAgain, agreed: after.agreed - before.agreed }).toEqual({
      looked: 1,
      agreed: verdict === 'agree' ? 1 : 0,
    })
  })

  it('has looked at again only what can still be shown', async () => {
    const [him, her] = await pair()
    const { db } = testServer.database
    await db.updateTable('members').set({ about: 'Chiamami al 333' }).where('id', '=', idOf(her)).execute()
    const remove = { verdict: 'remove_content', clause: 'contact_details' } as const
    const sampled = async (id: string) => rowsOf('select id from cases where subject_id = $1', id)
    expect(
      await sampled(await decideAndSample(await report(him, her, { content: { kind: 'profile' } }), remove)),
    ).toEqual([])
    await openCase(db, { brandId: 'local', kind: 'profile', subjectId: idOf(her), memberId: idOf(her), at: now })
    expect(await sampled(await decideAndSample(idOf(her), { verdict: 'dismiss' }))).toEqual([])
    expect(await sampled(await decideAndSample(await report(him, her), { verdict: 'dismiss' }))).toHaveLength(1)
  })

  const keys = () => deriveKeys([testServer.config.secretKey], 'device-signals')
  const rowOf = async ({ id }: { id: string }) =>
    testServer.database.db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  /** A new photo of theirs, which waits. */
  async function photoOf(member: TestMember): Promise<string> {
    const { db } = testServer.database
    const id = newId()
    await db
      .insertInto('member_photos')
      .values({ member_id: idOf(member), id, storage_key: `photos/${id}.jpg`, state: 'pending', created_at: now })
      .execute()
    await openCase(db, { brandId: 'local', kind: 'photo', subjectId: id, memberId: idOf(member), at: now })
    return id
  }

  /** Decides as Anna, with a second look wherever there can be one. @returns the id of the case */
  async function decideAndSample(subjectId: string, decision: CaseDecision): Promise<string> {
    const { db } = testServer.database
    const { id } = await caseOf(subjectId)
    await claimCase(db, who('anna'), id, now)
    await db.transaction().execute((tx) => decideLater(tx, who('anna'), id, decision, now))
    await carryOut({ ...deps(), random: () => 0.01 }, { brandId: 'local', caseId: id })
    return id
  }

  it.each<[string, CaseDecision, keyof CaseDecision | undefined]>([
    ['a warning', harassed('warn'), undefined],
    ['a warning without a rule', { verdict: 'warn' }, 'clause'],
    ['a warning for some days', harassed('warn', { days: 3 }), 'days'],
    ['a suspension', harassed('suspend', { days: 30 }), undefined],
    ['a suspension without an end', harassed('suspend'), 'days'],
    ['a dismissal', { verdict: 'dismiss', unfounded: true }, undefined],
    ['a dismissal that names a rule', harassed('dismiss'), 'clause'],
    ['a baseless report that is upheld', harassed('warn', { unfounded: true }), 'unfounded'],
    ['what is decided about photos', { verdict: 'approve' }, 'verdict'],
    ['an answer to no appeal', { verdict: 'dismiss', answer: 'no' }, 'answer'],
  ])('takes or refuses %s about a report', (_, decision, fault) => {
    expect(faultOf({ kind: 'report', verdicts: verdictsOf.report, refusals: [] }, decision)).toBe(fault)
  })
})

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
    expect(await write(him, await testServer.member({ gender: 'woman' }), 'Ciao', { icebreaker: true })).toMatchObject(
      off,
    )
    const event = {
      msg: 'Rispondi',
      trackerId: him.session.clickid,
      angelId: idOf(her),
      clientMessageId: crypto.randomUUID(),
      icebreaker: false,
      blurredMessage: true,
    }
    expect(
      (await testServer.call('/api/events', { token: him.token, body: { event: 'chat', payload: event } })).body,
    ).toMatchObject(off)
    expect(
      await testServer.call(`/api/messages/${idOf(her)}/3`, {
        method: 'PUT',
        token: him.token,
        body: { text: 'Altro' },
      }),
    ).toMatchObject({ status: 403, body: { code: 'messaging_off' } })
    const upload = await fetch(`${testServer.url}/api/messages/${idOf(her)}/photo`, {
      method: 'POST',
      headers: { authorization: `Bearer ${him.token}`, origin: testServer.url },
      body: new FormData(),
    })
    expect({ status: upload.status, ...((await upload.json()) as { code: string }) }).toMatchObject({
      status: 403,
      code: 'messaging_off',
    })
    expect(await write(her, him, 'Io scrivo')).toMatchObject({ ok: true })
    now = new Date(now.getTime() + 2 * day + 1)
    expect(await write(him, her, 'Eccomi')).toMatchObject({ ok: true })
  })

  it('keeps messages off until the last end, whichever decision came later', async () => {
    const [him, her] = await pair()
    await write(him, her, 'Ciao')
    await decide(await report(her, him), harassed('messaging_off', { days: 7 }))
    const other = await testServer.member({ gender: 'woman' })
    await decide(await report(other, him), harassed('messaging_off', { days: 1 }))
    now = new Date(now.getTime() + 2 * day)
    expect(await write(him, her, 'Rispondi')).toMatchObject({ ok: false, code: 'messaging_off' })
    now = new Date(now.getTime() + 5 * day + 1)
    expect(await write(him, other, 'Eccomi')).toMatchObject({ ok: true })
  })

  it('suspends for a time: reasons by mail, the paid days come back, the job opens the account again', async () => {
    const [him, her] = await pair()
    const { db } = testServer.database
    const end = new Date(now.getTime() + 20 * day)
    await testServer.database.pool.query(
      `insert into subscriptions (id, brand_id, member_id, plan_id, plan, flow_id, flow_version, state, renews, started_at, period_start, period_end, anchored_at, next_try_at)
       values ($1, 'local', $2, 'p', '{}', '0000', 'v', 'active', true, $3, $3, $4, $3, $4)`,
      [newId(), idOf(her), now, end],
    )
    await db.updateTable('members').set({ level: 2, level_until: end }).where('id', '=', idOf(her)).execute()
    const reportId = await report(him, her)
    const suspended = now
    await decide(reportId, harassed('suspend', { days: 7, facts: 'Insulti il 2 novembre.' }))
    expect((await testServer.call('/api/block', { token: her.token })).status).toBe(401)
    const term = await currentSubscription(db, idOf(her), now)
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
    now = new Date(now.getTime() + 7 * day - 60_000)
    const log = testServer.context.app.log as never
    await liftEnded({ ...deps(), log }, Infinity)
    expect(await rowsOf('select state from members where id = $1', idOf(her))).toEqual([{ state: 'suspended' }])
    now = new Date(now.getTime() + 60_000)
    await liftEnded({ ...deps(), log }, Infinity)
    expect(await rowsOf('select state, level_until from members where id = $1', idOf(her))).toEqual([
      { state: 'active', level_until: new Date(end.getTime() + 7 * day) },
    ])
    expect(await rowsOf('select lifted_by from restrictions where member_id = $1', idOf(her))).toEqual([
      { lifted_by: 'rule' },
    ])
    expect((await currentSubscription(db, idOf(her), now))?.period_end).toEqual(new Date(end.getTime() + 7 * day))
  })

  it('removes for good: what others spent is refunded, the plan does not renew, and a shorter one before does not reopen it', async () => {
    const [him, her] = await pair()
    expect(await write(him, her, 'Ciao')).toMatchObject({ ok: true })
    const first = await report(him, her)
    await decide(first, harassed('suspend', { days: 1 }))
    const second = newId()
    await testServer.database.pool.query(
      `insert into reports (id, brand_id, reporter_id, reported_id, reason, created_at) values ($1, 'local', $2, $3, 'scam', $4)`,
      [second, idOf(him), idOf(her), now],
    )
    await openCase(testServer.database.db, {
      brandId: 'local',
      kind: 'report',
      subjectId: second,
      memberId: idOf(her),
      at: now,
    })
    await decide(second, { verdict: 'remove', clause: 'scam' })
    expect(
      await rowsOf("select kind from system_messages where member_id = $1 and kind = 'spending-refunded'", idOf(him)),
    ).toHaveLength(1)
    now = new Date(now.getTime() + 2 * day)
    await liftEnded({ ...deps(), log: testServer.context.app.log as never }, Infinity)
    expect(await rowsOf('select state from members where id = $1', idOf(her))).toEqual([{ state: 'suspended' }])
  })

  it('removes a text that an appeal brings back, unless the member has written another', async () => {
    const [him, her] = await pair()
    const text = (about: string) =>
      testServer.call(`/api/users/${her.session.clickid}`, {
        method: 'PUT',
        token: her.token,
        body: { descrizione: about },
      })
    await testServer.database.db
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
      (await testServer.call(`/api/cases/${id}/appeal`, { token: her.token, body: { text: 'È il numero del bar' } }))
        .status,
    ).toBe(200)
    expect((await text('Nuova me')).status).toBe(200)
    const [appeal] = await rowsOf<{ id: string }>('select id from appeals where restriction_id = $1', id)
    await decide(appeal!.id, { verdict: 'reverse', answer: 'Hai ragione.' }, who('bruno'))
    expect(await shown()).toEqual([{ about: 'Nuova me', looking_for: 'Amici' }])
    expect((await casesOf({ token: her.token })).restrictions).toMatchObject([
      { liftedAt: expect.any(String), appeal: { outcome: 'reversed', answer: 'Hai ragione.' } },
    ])
  })

  it('takes nothing from an account that its owner has closed', async () => {
    const [him, her] = await pair()
    const reportId = await report(him, her)
    await testServer.database.db
      .updateTable('members')
      .set({ state: 'deactivated' })
      .where('id', '=', idOf(her))
      .execute()
    await decide(reportId, harassed('suspend', { days: 3 }))
    expect(await rowsOf('select id from restrictions where member_id = $1', idOf(her))).toEqual([])
    expect(await rowsOf('select state from members where id = $1', idOf(her))).toEqual([{ state: 'deactivated' }])
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
    const other = await testServer.member()
    await decide(await report(him, her, { content: { kind: 'message', id: message!.id } }), remove)
    expect(await mailOf(him, 'report-upheld')).toHaveLength(1)
    await testServer.database.db.updateTable('members').set({ about: 'Ciao' }).where('id', '=', idOf(her)).execute()
    const aboutTexts = await report(other, her, { content: { kind: 'profile' } })
    await testServer.database.db.updateTable('members').set({ about: '' }).where('id', '=', idOf(her)).execute()
    await decide(aboutTexts, remove)
    await nothingWasLeft(other, aboutTexts)

    const [reporter, erased] = await pair()
    const reportId = await report(reporter, erased)
    await sql`update reports set reported_id = null where id = ${reportId}`.execute(testServer.database.db)
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
    await testServer.call(`/api/cases/${id}/appeal`, { token: her.token, body: { text: 'È il bar' } })
    const [appeal] = await rowsOf<{ id: string }>('select id from appeals where restriction_id = $1', id)
    await decide(appeal!.id, { verdict: 'reverse', answer: 'Hai ragione.' }, who('bruno'))
    expect(await hidden()).toEqual([])
  })
})

describe('an appeal', () => {
  it('is filed once by a suspended member with the link of the mail, decided by another person, and lifts the suspension', async () => {
    const [him, her] = await pair()
    const end = new Date(now.getTime() + 20 * day)
    await testServer.database.pool.query(
      `insert into subscriptions (id, brand_id, member_id, plan_id, plan, flow_id, flow_version, state, renews, started_at, period_start, period_end, anchored_at)
       values ($1, 'local', $2, 'p', '{}', '0000', 'v', 'active', false, $3, $3, $4, $3)`,
      [newId(), idOf(her), now, end],
    )
    await decide(await report(him, her), harassed('suspend', { days: 30 }))
    const [mail] = await mailOf(her, 'restriction')
    const token = new URL(mail!.props.link).searchParams.get('token') ?? ''
    const { restrictions } = await casesOf({ query: `?token=${token}&l=en` })
    expect(restrictions).toMatchObject([{ kind: 'suspension', facts: clauseOf('harassment').facts.it }])
    const id = restrictions[0]!.id
    const file = (body: object, options: object = {}) =>
      testServer.call(`/api/cases/${id}/appeal`, { body: { text: 'Non sono stata io', ...body }, ...options })
    expect((await file({})).status).toBe(401)
    expect((await file({ token: 'A'.repeat(43) })).status).toBe(401)
    expect((await file({ token }, { host: 'battito.localhost' })).status).toBe(401)
    expect((await file({}, { token: him.token })).status).toBe(404)
    expect((await file({ token })).status).toBe(200)
    expect(await file({ token })).toMatchObject({ status: 409, body: { code: 'appealed_already' } })
    const [appeal] = await rowsOf<{ id: string }>('select id from appeals where restriction_id = $1', id)
    const { id: caseId } = await caseOf(appeal!.id)
    expect(await claimCase(testServer.database.db, who('anna'), caseId, now)).toBeUndefined()
    now = new Date(now.getTime() + 10 * day)
    await decide(appeal!.id, { verdict: 'reverse', answer: 'Era un’altra persona.' }, who('bruno'))
    expect(await rowsOf('select state from members where id = $1', idOf(her))).toEqual([{ state: 'active' }])
    // Ten of the thirty days have passed: as many come back.
    expect((await currentSubscription(testServer.database.db, idOf(her), now))?.period_end).toEqual(
      new Date(end.getTime() + 10 * day),
    )
    expect((await mailOf(her, 'appeal-decided'))[0]?.props).toMatchObject({ outcome: 'reversed' })
    expect(await decideSame(appeal!.id)).toBe('unknown')
  })

  const decideSame = async (id: string) => {
    const { decideAppeal } = await import('./appeals/decide-appeal.ts')
    const input = { brandId: 'local', id, outcome: 'confirmed', answer: 'No', madeBy: by('anna'), at: now } as const
    return testServer.database.db.transaction().execute((tx) => decideAppeal(tx, deps(), input))
  }

  it('against a dismissal opens the report again for another moderator, and never by the same person', async () => {
    const [him, her] = await pair()
    const reportId = await report(him, her)
    await decide(reportId, { verdict: 'dismiss' })
    const [own] = (await casesOf({ token: him.token })).reports
    expect(own).toMatchObject({ id: reportId, state: 'dismissed', appealUntil: expect.any(String) })
    expect((await casesOf({ token: her.token })).reports).toEqual([])
    await testServer.call(`/api/cases/${reportId}/appeal`, { token: him.token, body: { text: 'Rileggete' } })
    const [appeal] = await rowsOf<{ id: string }>('select id from appeals where report_id = $1', reportId)
    expect(await decideSame(appeal!.id)).toBe('decided_by_same')
    await decide(appeal!.id, { verdict: 'reverse', answer: 'Avevi ragione.' }, who('bruno'))
    const reopened = await caseOf(reportId)
    expect(reopened.state).toBe('open')
    expect(await claimCase(testServer.database.db, who('anna'), reopened.id, now)).toBeUndefined()
  })

  it('against a photo that a program pointed at is what the mail about it leads to, with its rule', async () => {
    const her = await testServer.member({ gender: 'woman' })
    const { db } = testServer.database
    const id = newId()
    await db
      .insertInto('member_photos')
      .values({
        member_id: idOf(her),
        id,
        storage_key: `photos/${id}.jpg`,
        state: 'pending',
        site_origin: testServer.url,
        created_at: now,
      })
      .execute()
    const photoCase = { brandId: 'local', kind: 'photo', subjectId: id, memberId: idOf(her), at: now } as const
    await openCase(db, { ...photoCase, parts: ['banned_photo'] })
    await decide(id, { verdict: 'refuse', reason: 'nudity' })
    const mail = await testServer.mailTo(her.email, 'foto')
    expect(mail.text).toContain(`punto ${clauseOf('sexual').section} delle condizioni`)
    expect(mail.text).toContain('Ce lo ha fatto notare un programma; l’ha deciso una persona.')
    expect(mail.text).not.toMatch(/non un programma|rispondi|contatti/)
    const [, token = ''] = /\/cases\?token=([\w-]+)/.exec(mail.text) ?? []
    const { restrictions } = await casesOf({ query: `?token=${token}&l=it` })
    expect(restrictions).toMatchObject([{ kind: 'content_removed', contentType: 'photo' }])
    const filed = await testServer.call(`/api/cases/${restrictions[0]!.id}/appeal`, {
      body: { text: 'È una statua', token },
    })
    expect(filed.status).toBe(200)
  })

  it('is possible for six months', async () => {
    expect(appealEnds(new Date('2026-08-31T10:00:00.000Z'))).toEqual(new Date('2027-02-28T10:00:00.000Z'))
    expect(appealEnds(new Date('2026-11-02T10:00:00.000Z'))).toEqual(new Date('2027-05-02T10:00:00.000Z'))
    const [him, her] = await pair()
    await decide(await report(him, her), harassed('warn'))
    const [{ id } = { id: '' }] = (await casesOf({ token: her.token })).restrictions
    await sql`update restrictions set from_at = ${new Date(now.getTime() - 185 * day)} where id = ${id}`.execute(
      testServer.database.db,
    )
    expect(
      await testServer.call(`/api/cases/${id}/appeal`, { token: her.token, body: { text: 'Tardi' } }),
    ).toMatchObject({ status: 409, body: { code: 'appeal_too_late' } })
  })
})

describe('a notice without an account', () => {
  const notice = {
    place: 'https://local.example/reviews',
    reason: 'harassment',
    text: 'Mi insulta nella recensione',
    name: 'Ada Neri',
    email: 'ada@person.example.com',
    goodFaith: true,
  }
  const send = (change: object = {}, options: object = {}) =>
    testServer.call('/api/notice', { body: { ...notice, ...change }, ...options })

  it('is confirmed, becomes a case about the member its address names, and its author hears the outcome once', async () => {
    const her = await testServer.member({ gender: 'woman' })
    const place = `https://local.example/user/${idOf(her)}`
    expect((await send({ place, claimsIllegal: true })).status).toBe(200)
    const [row] = await rowsOf<{ id: string; reported_id: string; notifier: string }>(
      "select id, reported_id, notifier from reports where channel = 'public' order by created_at desc, id desc limit 1",
    )
    expect(row?.reported_id).toBe(idOf(her))
    expect(row?.notifier).not.toContain('ada')
    expect((await testServer.mailTo(notice.email, 'arrivata')).text).toContain(place)
    await decide(row!.id, harassed('warn'))
    await testServer.mailTo(notice.email, 'finita')
    const keys = deriveKeys([testServer.config.secretKey], 'notices')
    const again = { db: testServer.database.db, enqueueEmail: emailQueue(clock), clock, noticeKeys: keys }
    await answerNotice(again, { brandId: 'local', reportId: row!.id })
    expect(await rowsOf("select kind from emails where kind = 'notice-upheld'")).toEqual([{ kind: 'notice-upheld' }])
    expect(await rowsOf('select source from restrictions where member_id = $1', idOf(her))).toEqual([
      { source: 'public' },
    ])
  })

  it('finds no member of another brand', async () => {
    const his = await testServer.member({ host: 'battito.localhost' })
    expect((await send({ place: `https://x.example/user/${idOf(his)}`, email: 'b@person.example.com' })).status).toBe(
      200,
    )
    const [row] = await rowsOf<{ reported_id: string | null }>(
      "select reported_id from reports where channel = 'public' order by created_at desc, id desc limit 1",
    )
    expect(row?.reported_id).toBeNull()
  })

  test.each([
    ['no place', { place: ' ' }, 'place'],
    ['no reason', { reason: undefined }, 'reason'],
    ['no text', { text: '\n' }, 'text'],
    ['no address', { email: undefined }, 'email'],
    ['an address with a header in it', { email: 'a@person.example.com\r\nbcc:x@y.example' }, 'email'],
    ['a name of two lines', { name: 'Ada\nNeri' }, 'name'],
    ['no declaration', { goodFaith: false }, 'goodFaith'],
  ])('with %s is refused, and nothing is stored', async (_, change, field) => {
    const count = async () => (await rowsOf("select id from reports where channel = 'public'")).length
    const before = await count()
    const { status, body } = await send({ email: 'c@person.example.com', ...change })
    expect({ status, field: body.field }).toEqual({ status: 400, field })
    expect(await count()).toBe(before)
  })

  it('about a minor needs no name and no address', async () => {
    expect((await send({ reason: 'minor', name: undefined, email: undefined })).status).toBe(200)
  })

  it('in a flood asks for a proof of work, then is not taken', async () => {
    const flood = { email: 'flood@person.example.com' }
    const answers: number[] = []
    for (let n = 0; n < 7; n += 1) {
      const { status } = await send(flood)
      answers.push(status === 403 ? (await send({ ...flood, altcha: await testServer.solve() })).status : status)
    }
    expect(answers.slice(0, 2)).toEqual([200, 200])
    expect(answers.at(-1)).toBe(429)
  })
})

describe('the console’s routes of the queue', () => {
  const moderator = (...roles: string[]) =>
    staffMember(testServer, { roles: (roles.length > 0 ? roles : ['moderator@brisa']) as never, at: now })
  const path = (rest: string, brand = 'brisa') => `/admin/api/${brand}/cases/${rest}`
  const reported = async (more: object = {}) => {
    const host = 'brisa.localhost'
    const [him, her] = [await testServer.member({ host }), await testServer.member({ host, gender: 'woman' })]
    const { status } = await testServer.call('/api/report', {
      host,
      token: him.token,
      body: { angelId: idOf(her), reason: 'harassment', ...more },
    })
    expect(status).toBe(200)
    const [row] = await rowsOf<{ id: string }>('select id from reports where reporter_id = $1', idOf(him))
    return { him, her, reportId: row!.id, caseId: (await caseOf(row!.id)).id }
  }

  it('show a claimed case to one moderator of its brand alone, with stored script as text', async () => {
    const script = '<img src=x onerror=alert(1)>'
    const { her, caseId } = await reported({ text: script })
    const [anna, bruno] = [await moderator(), await moderator()]
    const { status, body } = await anna.call(path(`${caseId}/claim`), { body: {} })
    expect({ status, text: body.case.report.text, id: body.case.member.id }).toEqual({
      status: 200,
      text: script,
      id: idOf(her),
    })
    expect(JSON.stringify(body)).not.toMatch(/storage|@person/)
    const refused = { status: 409, body: { code: 'case_taken' } }
    expect(await bruno.call(path(`${caseId}/claim`), { body: {} })).toMatchObject(refused)
    expect(await bruno.call(path(`${caseId}/decide`), { body: { verdict: 'dismiss' } })).toMatchObject(refused)
    // Of another brand: the same answer as for a case that does not exist.
    const other = await moderator('moderator@battito')
    expect((await other.call(path(`${caseId}/claim`), { body: {} })).status).toBe(403)
    expect(await other.call(path(`${caseId}/claim`, 'battito'), { body: {} })).toMatchObject(refused)
    for (const who of [await moderator('support@brisa'), await moderator('finance@brisa')])
      expect((await who.call(path('next'), { body: {} })).status).toBe(403)
    expect((await testServer.call(path('next'), { body: {}, token: her.token, host: 'admin.localhost' })).status).toBe(
      403,
    )
    expect((await bruno.call(path(`${caseId}/release`), { body: {} })).status).toBe(200)
    expect(await bruno.call(path(`${caseId}/claim`), { body: {} })).toMatchObject(refused)
    expect((await anna.call(path(`${caseId}/release`), { body: {} })).status).toBe(200)
    expect((await bruno.call(path(`${caseId}/claim`), { body: {} })).status).toBe(200)
    expect((await bruno.call(path(`${caseId}/skip`), { body: {} })).status).toBe(200)
  })

  it('take one decision with its fields, once, and undo it for some seconds, with both in the audit', async () => {
    const { caseId, her } = await reported()
    const anna = await moderator()
    const act = (rest: string, body: object = {}) => anna.call(path(`${caseId}/${rest}`), { body })
    await act('claim')
    expect(await act('decide', { verdict: 'suspend', clause: 'harassment' })).toMatchObject({
      status: 400,
      body: { field: 'days' },
    })
    const decision = { verdict: 'suspend', clause: 'harassment', days: 7 }
    expect(await act('decide', decision)).toMatchObject({
      status: 200,
      body: { undoUntil: new Date(now.getTime() + 10_000).toISOString() },
    })
    expect((await act('decide', decision)).status).toBe(409)
    expect((await act('undo')).status).toBe(200)
    expect((await act('undo')).status).toBe(409)
    expect((await act('decide', decision)).status).toBe(200)
    await carryOut(deps(), { brandId: 'brisa', caseId })
    expect((await act('undo')).status).toBe(409)
    expect(await rowsOf('select made_by from restrictions where member_id = $1', idOf(her))).toEqual([
      { made_by: `staff:${anna.id}` },
    ])
    expect(
      await rowsOf(
        "select action from audit_entries where brand_id = 'brisa' and subject_id = $1 order by seq",
        caseId,
      ),
    ).toEqual(['case_opened', 'case_decided', 'case_undone', 'case_decided'].map((action) => ({ action })))
    const { body } = await anna.call(path('figures'))
    expect(body.decisions).toMatchObject([{ by: { kind: 'staff' }, count: 1 }])
  })

  it('come with the words of the terms, as the brand has them in each language', async () => {
    const anna = await moderator()
    const { clauses, refusals, sections } = (await anna.call(path('policy'))).body
    for (const { section } of clauses)
      for (const words of Object.values(sections[section])) expect(words).toMatch(/\p{L}{3}/u)
    expect(sections[9].en).toMatch(/^Write in your own name and with respect\. Fake profiles/)
    expect(sections[2].it).not.toMatch(/[*#]|\]\(/)
    // Each ground of a refusal has its rule there.
    const rules = clauses.map(({ key }: { key: string }) => key)
    for (const [kind, grounds] of [
      ['photo', photoRefusals],
      ['review', reviewRefusals],
    ] as const)
      for (const ground of grounds) expect(rules).toContain(refusals[kind][ground])
    expect(refusals.photo.nudity).toBe('sexual')
  })

  it('offer and take only what can be done about what a report names', async () => {
    const anna = await moderator()
    const offered = async (caseId: string): Promise<string[]> =>
      (await anna.call(path(`${caseId}/claim`), { body: {} })).body.case.verdicts
    const { caseId, her } = await reported()
    const members = ['dismiss', 'warn', 'messaging_off', 'suspend', 'remove']
    expect(await offered(caseId)).toEqual(members)
    const removing = { verdict: 'remove_content', clause: 'harassment' }
    expect(await anna.call(path(`${caseId}/decide`), { body: removing })).toMatchObject({
      status: 400,
      body: { field: 'verdict' },
    })
    const { db } = testServer.database
    const texts = await reported({ content: { kind: 'profile' } })
    // What is gone already can be said to be gone.
    expect(await offered(texts.caseId)).toEqual([...members, 'gone'])
    await db.updateTable('members').set({ about: 'Insulti' }).where('id', '=', idOf(texts.her)).execute()
    expect(await offered(texts.caseId)).toEqual(['dismiss', 'warn', 'remove_content', ...members.slice(2)])
    await db.updateTable('members').set({ state: 'deactivated' }).where('id', '=', idOf(her)).execute()
    expect(await offered(caseId)).toEqual(['dismiss', 'gone'])
    expect((await anna.call(path(`${caseId}/decide`), { body: { verdict: 'gone' } })).status).toBe(200)
    await carryOut(deps(), { brandId: 'brisa', caseId })
    expect(await rowsOf('select state from reports where reported_id = $1', idOf(her))).toEqual([{ state: 'gone' }])
  })

  it('never let a moderator decide about their own account as a member', async () => {
    const { caseId, her } = await reported()
    const anna = await moderator()
    await sql`update staff set email = ${her.email} where id = ${anna.id}`.execute(testServer.database.db)
    expect((await anna.call(path(`${caseId}/claim`), { body: {} })).status).toBe(409)
    const { body } = await anna.call(path('next'), { body: {} })
    expect(body.case?.id).not.toBe(caseId)
  })

  it('never let a moderator decide what they reported as a member, nor an appeal or a second look that follows', async () => {
    const { caseId, reportId, him, her } = await reported()
    const [anna, bruno] = [await moderator(), await moderator()]
    await sql`update staff set email = ${him.email} where id = ${anna.id}`.execute(testServer.database.db)
    const refused = async (subjectId: string, decision: object) => {
      const { id } = await caseOf(subjectId)
      const mayNot = [
        await anna.call(path(`${id}/claim`), { body: {} }),
        await anna.call(path(`${id}/decide`), { body: decision }),
      ]
      expect(mayNot.map(({ status, body }) => [status, body.code])).toEqual([
        [409, 'case_taken'],
        [409, 'case_taken'],
      ])
      expect((await anna.call(path('next'), { body: {} })).body.case?.id).not.toBe(id)
    }
    await refused(reportId, harassed('warn'))
    expect((await bruno.call(path(`${caseId}/claim`), { body: {} })).status).toBe(200)
    expect((await bruno.call(path(`${caseId}/decide`), { body: harassed('warn') })).status).toBe(200)
    await carryOut({ ...deps(), random: () => 0.01 }, { brandId: 'brisa', caseId })
    await refused(caseId, { verdict: 'in_order' })
    const [restriction] = await rowsOf<{ id: string }>('select id from restrictions where case_id = $1', caseId)
    const filed = await testServer.call(`/api/cases/${restriction?.id}/appeal`, {
      host: 'brisa.localhost',
      token: her.token,
      body: { text: 'Non è vero' },
    })
    expect(filed.status).toBe(200)
    const [appeal] = await rowsOf<{ id: string }>('select id from appeals where restriction_id = $1', restriction?.id)
    await refused(appeal?.id ?? '', { verdict: 'confirm', answer: 'No' })
  })

  it('show with an appeal what was removed: texts as they were, and a review', async () => {
    const { db } = testServer.database
    const { her, reportId } = await reported({ content: { kind: 'profile' } })
    const texts = { about: 'Chiamami al 333', looking_for: 'Amici' }
    await db.updateTable('members').set(texts).where('id', '=', idOf(her)).execute()
    const inBrisa = (name: string) => who(name, { brandId: 'brisa' })
    await decide(reportId, { verdict: 'remove_content', clause: 'contact_details' }, inBrisa('anna'))
    const reviewId = newId()
    await testServer.database.pool.query(
      `insert into reviews (id, brand_id, member_id, author_name, author_gender, author_age, stars, body, locale, state, created_at)
       values ($1, 'brisa', $2, 'Ada', 'woman', 30, 2, 'Un imbroglio di Tizio', 'it', 'pending', $3)`,
      [reviewId, idOf(her), now],
    )
    await openCase(db, { brandId: 'brisa', kind: 'review', subjectId: reviewId, memberId: idOf(her), at: now })
    await decide(reviewId, { verdict: 'refuse', reason: 'personal_data' }, inBrisa('anna'))
    const appealed = async (contentType: string) => {
      const [restriction] = await rowsOf<{ id: string }>(
        'select id from restrictions where member_id = $1 and content_type = $2',
        idOf(her),
        contentType,
      )
      const filed = await testServer.call(`/api/cases/${restriction?.id}/appeal`, {
        host: 'brisa.localhost',
        token: her.token,
        body: { text: 'Rileggete' },
      })
      expect(filed.status).toBe(200)
      const [appeal] = await rowsOf<{ id: string }>('select id from appeals where restriction_id = $1', restriction?.id)
      const bruno = await moderator()
      const { id } = await caseOf(appeal!.id)
      return (await bruno.call(path(`${id}/claim`), { body: {} })).body.case
    }
    expect((await appealed('profile')).appeal.removed).toEqual([texts.about, texts.looking_for])
    expect(await appealed('review')).toMatchObject({
      appeal: { removed: [], contentType: 'review' },
      review: { stars: 2, text: 'Un imbroglio di Tizio' },
    })
  })

  it('record once who opened a case, and for both members that reported messages were read', async () => {
    const { caseId, reportId, him, her } = await reported()
    const { db } = testServer.database
    const conversation = newId()
    await db
      .updateTable('reports')
      .set({ conversation_id: conversation, message_ids: [newId()] })
      .where('id', '=', reportId)
      .execute()
    const anna = await moderator()
    const openings = () =>
      rowsOf<{ staff_id: string }>(
        "select staff_id from audit_entries where action = 'case_opened' and subject_id = $1 order by seq",
        caseId,
      )
    const readings = () =>
      rowsOf<{ member_id: string }>(
        'select member_id, messages from conversation_readings where report_id = $1',
        reportId,
      )
    // A file that is asked for first is an opening, too.
    expect((await anna.call(path(`${caseId}/files/photo-${newId()}`))).status).toBe(404)
    for (let n = 0; n < 3; n += 1) expect((await anna.call(path(`${caseId}/claim`), { body: {} })).status).toBe(200)
    expect(await openings()).toEqual([{ staff_id: anna.id }])
    // None of its messages is there any more.
    expect(await readings()).toEqual([])
    await anna.call(path(`${caseId}/release`), { body: {} })

    expect(await write(her, him, 'Ciao')).toMatchObject({ ok: true })
    const [message] = await rowsOf<{ id: string; conversation_id: string }>(
      'select id, conversation_id from messages where sender_id = $1',
      idOf(her),
    )
    await db
      .updateTable('reports')
      .set({ conversation_id: message!.conversation_id, message_ids: [message!.id] })
      .where('id', '=', reportId)
      .execute()
    const bruno = await moderator()
    await bruno.call(path(`${caseId}/claim`), { body: {} })
    expect((await openings()).map((one) => one.staff_id)).toEqual([anna.id, bruno.id])
    expect((await readings()).toSorted((a, b) => a.member_id.localeCompare(b.member_id))).toEqual(
      [idOf(him), idOf(her)].toSorted().map((member_id) => ({ member_id, messages: 1 })),
    )
    await bruno.call(path(`${caseId}/release`), { body: {} })
    // Offered by the queue, it is the same.
    const carla = await moderator()
    for (let except: string[] = []; ;) {
      const { body } = await carla.call(path('next'), { body: { except } })
      if (body.case.id === caseId) break
      except = [...except, body.case.id]
    }
    expect((await openings()).at(-1)).toEqual({ staff_id: carla.id })
  })

  it('hand an escalated case to owners only', async () => {
    const { caseId } = await reported()
    const [anna, bruno, owner] = [await moderator(), await moderator(), await moderator('owner@brisa')]
    await anna.call(path(`${caseId}/claim`), { body: {} })
    expect((await anna.call(path(`${caseId}/escalate`), { body: {} })).status).toBe(200)
    expect((await bruno.call(path(`${caseId}/claim`), { body: {} })).status).toBe(409)
    expect((await owner.call(path(`${caseId}/claim`), { body: {} })).body.case.escalated).toBe(true)
  })

  it('give a photo of a claimed case only, and write that down', async () => {
    const { db } = testServer.database
    const { her, him, caseId } = await reported()
    const key = `photos/${newId()}.jpg`
    const photoId = newId()
    await createLocalStorage(join(testServer.config.dataDir, 'storage')).put(key, Buffer.from('picture'))
    await db
      .insertInto('member_photos')
      .values({ member_id: idOf(her), id: photoId, storage_key: key, state: 'pending', created_at: now })
      .execute()
    const anna = await moderator()
    await anna.call(path(`${caseId}/claim`), { body: {} })
    // It is not what was reported, and others do not see it yet.
    expect((await anna.call(path(`${caseId}/files/photo-${photoId}`))).status).toBe(404)
    await db.updateTable('member_photos').set({ state: 'approved' }).where('id', '=', photoId).execute()
    const again = await testServer.call('/api/report', {
      host: 'brisa.localhost',
      token: him.token,
      body: { angelId: idOf(her), reason: 'photo', content: { kind: 'photo', id: photoId } },
    })
    expect(again.status).toBe(200)
    const [row] = await rowsOf<{ id: string }>('select id from reports where content_id = $1', photoId)
    const second = (await caseOf(row!.id)).id
    expect((await anna.call(path(`${second}/claim`), { body: {} })).status).toBe(200)
    expect((await anna.call(path(`${second}/files/photo-${photoId}`))).body).toEqual({
      type: 'image/jpeg',
      data: Buffer.from('picture').toString('base64'),
    })
    expect(await rowsOf("select action from audit_entries where action = 'case_file_opened'")).toHaveLength(1)
    // Deleted meanwhile: the case closes by itself.
    await anna.call(path(`${second}/release`), { body: {} })
  })
})

it('takes no reports from who repeatedly made baseless ones, after a warning', async () => {
  const [him, her] = await pair()
  for (let n = 1; n <= 5; n += 1) {
    await decide(await report(him, her), { verdict: 'dismiss', unfounded: true })
    expect(await mailOf(him, 'reports-warning')).toHaveLength(n >= 3 ? 1 : 0)
  }
  const again = () => testServer.call('/api/report', { token: him.token, body: { angelId: idOf(her), reason: 'spam' } })
  expect(await again()).toMatchObject({ status: 403, body: { code: 'reports_suspended' } })
  now = new Date(now.getTime() + 31 * day)
  expect((await again()).status).toBe(200)
})

test('every rule has its section, its name and its saved answer in each language', () => {
  for (const key of clauseKeys satisfies readonly ClauseKey[])
    for (const locale of locales satisfies readonly Locale[]) {
      const { section, name, facts } = clauseOf(key)
      expect({ key, section, name: name[locale], facts: facts[locale] }).toEqual({
        key,
        section: expect.stringMatching(/^\d+$/),
        name: expect.stringMatching(/\S/),
        facts: expect.stringMatching(/\S.*\.$/),
      })
    }
})
