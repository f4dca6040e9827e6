import type { CaseDecision } from '@incontro/contract/admin/cases'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  claimCase,
  type Claimant,
  decideLater,
  figuresOf,
  openCase,
  skipCase,
  undoDecision,
} from '#modules/cases/index.ts'
import { deriveKeys, newId } from '#platform/ids.ts'
import type { TestMember } from '#test/support/test-server.ts'
import { carryOut } from '../decisions/carry-out.ts'
import { faultOf, verdictsOf } from '../decisions/verdicts.ts'
import { caseView } from '../queue/case-view.ts'
import { moderationTests } from '../testing/moderation.ts'

const moderation = moderationTests()
const { idOf, deps, by, who, next, rowsOf, caseOf, report, decide, pair, harassed } = moderation

describe('the queue', () => {
  it('gives two moderators at once different cases, the most urgent first', async () => {
    const [him, her] = await pair()
    const ids = [newId(), newId(), newId()]
    for (const [n, subjectId] of ids.entries())
      await openCase(moderation.server.database.db, {
        brandId: 'battito',
        kind: 'photo',
        subjectId,
        memberId: idOf(n === 0 ? him : her),
        parts: n === 2 ? ['minor'] : [],
        at: new Date(moderation.now.getTime() + n),
      })
    const [anna, bruno] = [who('anna', { brandId: 'battito' }), who('bruno', { brandId: 'battito' })]
    const claimed = await Promise.all([next(anna), next(bruno)])
    expect(claimed.map((one) => one?.subject_id).sort()).toEqual([ids[0], ids[2]].sort())
    expect((await next(who('carla', { brandId: 'battito' })))?.subject_id).toBe(ids[1])
    // All are held; of another brand there are none of them.
    expect(await next(who('dario', { brandId: 'battito' }))).toBeUndefined()
    moderation.pass(4 * 60_000)
    // No one kept them open: they are free again.
    expect((await next(who('dario', { brandId: 'battito' })))?.subject_id).toBe(ids[2])
  })

  it('never offers a moderator their own account, their own decision, or what they skipped', async () => {
    const [him, her] = await pair()
    const subjectId = await report(him, her)
    const { id } = await caseOf(subjectId)
    const { db } = moderation.server.database
    expect(await claimCase(db, who('anna', { ownMemberIds: [idOf(her)] }), id, moderation.now)).toBeUndefined()
    await sql`update cases set barred = ${by('anna')} where id = ${id}`.execute(db)
    expect(await claimCase(db, who('anna'), id, moderation.now)).toBeUndefined()
    expect((await claimCase(db, who('bruno'), id, moderation.now))?.id).toBe(id)
    await skipCase(db, who('bruno'), id, moderation.now)
    const seen: string[] = []
    for (let one = await next(who('bruno')); one; one = await next(who('bruno'), seen)) seen.push(one.id)
    expect(seen).not.toContain(id)
    expect((await claimCase(db, who('carla'), id, moderation.now))?.id).toBe(id)
  })

  it('lets a decision be undone until it is carried out, and never carries one out twice', async () => {
    const [him, her] = await pair()
    const reportId = await report(him, her)
    const { id } = await caseOf(reportId)
    const { db } = moderation.server.database
    const anna = who('anna')
    await claimCase(db, anna, id, moderation.now)
    const later = (claimant: Claimant, decision: CaseDecision) =>
      db.transaction().execute((tx) => decideLater(tx, claimant, id, decision, moderation.now))
    // Another one does not hold it.
    expect(await later(who('bruno'), harassed('warn'))).toBeUndefined()
    await later(anna, harassed('suspend', { days: 7 }))
    expect(await db.transaction().execute((tx) => undoDecision(tx, who('bruno'), id, moderation.now))).toBe(false)
    expect(await db.transaction().execute((tx) => undoDecision(tx, anna, id, moderation.now))).toBe(true)
    await carryOut(deps(), { brandId: 'local', caseId: id })
    expect(await caseOf(reportId)).toMatchObject({ state: 'open' })
    await later(anna, harassed('warn'))
    await carryOut(deps(), { brandId: 'battito', caseId: id })
    await Promise.all([1, 2].map(() => carryOut(deps(), { brandId: 'local', caseId: id })))
    expect(await caseOf(reportId)).toMatchObject({ state: 'closed', verdict: 'warn' })
    expect(await rowsOf('select kind, made_by from restrictions where member_id = $1', idOf(her))).toEqual([
      { kind: 'warning', made_by: by('anna') },
    ])
    expect(await db.transaction().execute((tx) => undoDecision(tx, anna, id, moderation.now))).toBe(false)
  })

  it('has another person look at a part of the cases again', async () => {
    const [him, her] = await pair()
    const reportId = await report(him, her)
    const { id } = await caseOf(reportId)
    const { db } = moderation.server.database
    await claimCase(db, who('anna'), id, moderation.now)
    await db.transaction().execute((tx) => decideLater(tx, who('anna'), id, { verdict: 'dismiss' }, moderation.now))
    await carryOut({ ...deps(), random: () => 0.01 }, { brandId: 'local', caseId: id })
    const sample = await caseOf(id)
    expect(await claimCase(db, who('anna'), sample.id, moderation.now)).toBeUndefined()
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
    const before = await figuresOf(moderation.server.database.db, 'local', moderation.now)
    // Neither the decision nor the restriction that followed from it is shown.
    const shown = await caseView(moderation.server.database.db, await rowOf(await caseOf(id)), moderation.now, keys())
    expect(shown).toMatchObject({ view: { sampleOf: 'photo', verdicts: ['in_order', 'not_in_order'] } })
    expect(shown?.view.member?.restrictions).toEqual([])
    await decide(id, { verdict: second }, who('bruno'))
    expect(await caseOf(id)).toMatchObject({ state: 'closed', verdict })
    const after = await figuresOf(moderation.server.database.db, 'local', moderation.now)
    expect({ looked: after.lookedAgain - before.lookedAgain, agreed: after.agreed - before.agreed }).toEqual({
      looked: 1,
      agreed: verdict === 'agree' ? 1 : 0,
    })
  })

  it('has looked at again only what can still be shown', async () => {
    const [him, her] = await pair()
    const { db } = moderation.server.database
    await db.updateTable('members').set({ about: 'Chiamami al 333' }).where('id', '=', idOf(her)).execute()
    const remove = { verdict: 'remove_content', clause: 'contact_details' } as const
    const sampled = async (id: string) => rowsOf('select id from cases where subject_id = $1', id)
    expect(
      await sampled(await decideAndSample(await report(him, her, { content: { kind: 'profile' } }), remove)),
    ).toEqual([])
    await openCase(db, {
      brandId: 'local',
      kind: 'profile',
      subjectId: idOf(her),
      memberId: idOf(her),
      at: moderation.now,
    })
    expect(await sampled(await decideAndSample(idOf(her), { verdict: 'dismiss' }))).toEqual([])
    expect(await sampled(await decideAndSample(await report(him, her), { verdict: 'dismiss' }))).toHaveLength(1)
  })

  const keys = () => deriveKeys([moderation.server.config.secretKey], 'device-signals')
  const rowOf = async ({ id }: { id: string }) =>
    moderation.server.database.db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  /** A new photo of theirs, which waits. */
  async function photoOf(member: TestMember): Promise<string> {
    const { db } = moderation.server.database
    const id = newId()
    await db
      .insertInto('member_photos')
      .values({
        member_id: idOf(member),
        id,
        storage_key: `photos/${id}.jpg`,
        state: 'pending',
        created_at: moderation.now,
      })
      .execute()
    await openCase(db, { brandId: 'local', kind: 'photo', subjectId: id, memberId: idOf(member), at: moderation.now })
    return id
  }

  /** Decides as Anna, with a second look wherever there can be one. @returns the id of the case */
  async function decideAndSample(subjectId: string, decision: CaseDecision): Promise<string> {
    const { db } = moderation.server.database
    const { id } = await caseOf(subjectId)
    await claimCase(db, who('anna'), id, moderation.now)
    await db.transaction().execute((tx) => decideLater(tx, who('anna'), id, decision, moderation.now))
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
