import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { claimCase, openCase } from '#modules/cases/index.ts'
import { currentSubscription } from '#modules/subscriptions/index.ts'
import { newId } from '#platform/ids.ts'
import { appealEnds } from '../appeals/appeal-term.ts'
import { clauseOf } from '../decisions/clauses.ts'
import { moderationTests } from '../testing/moderation.ts'

const day = 86_400_000
const moderation = moderationTests()
const { idOf, deps, by, who, rowsOf, caseOf, report, decide, casesOf, mailOf, pair, harassed } = moderation

describe('an appeal', () => {
  it('is filed once by a suspended member with the link of the mail, decided by another person, and lifts the suspension', async () => {
    const [him, her] = await pair()
    const end = new Date(moderation.now.getTime() + 20 * day)
    await moderation.server.database.pool.query(
      `insert into subscriptions (id, brand_id, member_id, plan_id, plan, flow_id, flow_version, state, renews, started_at, period_start, period_end, anchored_at)
       values ($1, 'local', $2, 'p', '{}', '0000', 'v', 'active', false, $3, $3, $4, $3)`,
      [newId(), idOf(her), moderation.now, end],
    )
    await decide(await report(him, her), harassed('suspend', { days: 30 }))
    const [mail] = await mailOf(her, 'restriction')
    const token = new URL(mail!.props.link).searchParams.get('token') ?? ''
    const { restrictions } = await casesOf({ query: `?token=${token}&l=en` })
    expect(restrictions).toMatchObject([{ kind: 'suspension', facts: clauseOf('harassment').facts.it }])
    const id = restrictions[0]!.id
    const file = (body: object, options: object = {}) =>
      moderation.server.call(`/api/cases/${id}/appeal`, { body: { text: 'Non sono stata io', ...body }, ...options })
    expect((await file({})).status).toBe(401)
    expect((await file({ token: 'A'.repeat(43) })).status).toBe(401)
    expect((await file({ token }, { host: 'battito.localhost' })).status).toBe(401)
    expect((await file({}, { token: him.token })).status).toBe(404)
    expect((await file({ token })).status).toBe(200)
    expect(await file({ token })).toMatchObject({ status: 409, body: { code: 'appealed_already' } })
    const [appeal] = await rowsOf<{ id: string }>('select id from appeals where restriction_id = $1', id)
    const { id: caseId } = await caseOf(appeal!.id)
    expect(await claimCase(moderation.server.database.db, who('anna'), caseId, moderation.now)).toBeUndefined()
    moderation.pass(10 * day)
    await decide(appeal!.id, { verdict: 'reverse', answer: 'Era un’altra persona.' }, who('bruno'))
    expect(await rowsOf('select state from members where id = $1', idOf(her))).toEqual([{ state: 'active' }])
    // Ten of the thirty days have passed: as many come back.
    expect((await currentSubscription(moderation.server.database.db, idOf(her), moderation.now))?.period_end).toEqual(
      new Date(end.getTime() + 10 * day),
    )
    expect((await mailOf(her, 'appeal-decided'))[0]?.props).toMatchObject({ outcome: 'reversed' })
    expect(await decideSame(appeal!.id)).toBe('unknown')
  })

  const decideSame = async (id: string) => {
    const { decideAppeal } = await import('./decide-appeal.ts')
    const input = {
      brandId: 'local',
      id,
      outcome: 'confirmed',
      answer: 'No',
      madeBy: by('anna'),
      at: moderation.now,
    } as const
    return moderation.server.database.db.transaction().execute((tx) => decideAppeal(tx, deps(), input))
  }

  it('against a dismissal opens the report again for another moderator, and never by the same person', async () => {
    const [him, her] = await pair()
    const reportId = await report(him, her)
    await decide(reportId, { verdict: 'dismiss' })
    const [own] = (await casesOf({ token: him.token })).reports
    expect(own).toMatchObject({ id: reportId, state: 'dismissed', appealUntil: expect.any(String) })
    expect((await casesOf({ token: her.token })).reports).toEqual([])
    await moderation.server.call(`/api/cases/${reportId}/appeal`, { token: him.token, body: { text: 'Rileggete' } })
    const [appeal] = await rowsOf<{ id: string }>('select id from appeals where report_id = $1', reportId)
    expect(await decideSame(appeal!.id)).toBe('decided_by_same')
    await decide(appeal!.id, { verdict: 'reverse', answer: 'Avevi ragione.' }, who('bruno'))
    const reopened = await caseOf(reportId)
    expect(reopened.state).toBe('open')
    expect(await claimCase(moderation.server.database.db, who('anna'), reopened.id, moderation.now)).toBeUndefined()
  })

  it('against a photo that a program pointed at is what the mail about it leads to, with its rule', async () => {
    const her = await moderation.server.member({ gender: 'woman' })
    const { db } = moderation.server.database
    const id = newId()
    await db
      .insertInto('member_photos')
      .values({
        member_id: idOf(her),
        id,
        storage_key: `photos/${id}.jpg`,
        state: 'pending',
        site_origin: moderation.server.url,
        created_at: moderation.now,
      })
      .execute()
    const photoCase = {
      brandId: 'local',
      kind: 'photo',
      subjectId: id,
      memberId: idOf(her),
      at: moderation.now,
    } as const
    await openCase(db, { ...photoCase, parts: ['banned_photo'] })
    await decide(id, { verdict: 'refuse', reason: 'nudity' })
    const mail = await moderation.server.mailTo(her.email, 'foto')
    expect(mail.text).toContain(`punto ${clauseOf('sexual').section} delle condizioni`)
    expect(mail.text).toContain('Ce lo ha fatto notare un programma; l’ha deciso una persona.')
    expect(mail.text).not.toMatch(/non un programma|rispondi|contatti/)
    const [, token = ''] = /\/cases\?token=([\w-]+)/.exec(mail.text) ?? []
    const { restrictions } = await casesOf({ query: `?token=${token}&l=it` })
    expect(restrictions).toMatchObject([{ kind: 'content_removed', contentType: 'photo' }])
    const filed = await moderation.server.call(`/api/cases/${restrictions[0]!.id}/appeal`, {
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
    await sql`update restrictions set from_at = ${new Date(moderation.now.getTime() - 185 * day)} where id = ${id}`.execute(
      moderation.server.database.db,
    )
    expect(
      await moderation.server.call(`/api/cases/${id}/appeal`, { token: her.token, body: { text: 'Tardi' } }),
    ).toMatchObject({ status: 409, body: { code: 'appeal_too_late' } })
  })
})
