import { describe, expect, it, test } from 'vitest'
import { emailQueue } from '#modules/outreach/index.ts'
import { deriveKeys } from '#platform/ids.ts'
import { answerNotice } from '../notices/notifier.ts'
import { moderationTests } from '../testing/moderation.ts'

const day = 86_400_000
const moderation = moderationTests()
const { idOf, rowsOf, report, decide, mailOf, pair, harassed } = moderation

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
    moderation.server.call('/api/notice', { body: { ...notice, ...change }, ...options })

  it('is confirmed, becomes a case about the member its address names, and its author hears the outcome once', async () => {
    const her = await moderation.server.member({ gender: 'woman' })
    const place = `https://local.example/user/${idOf(her)}`
    expect((await send({ place, claimsIllegal: true })).status).toBe(200)
    const [row] = await rowsOf<{ id: string; reported_id: string; notifier: string }>(
      "select id, reported_id, notifier from reports where channel = 'public' order by created_at desc, id desc limit 1",
    )
    expect(row?.reported_id).toBe(idOf(her))
    expect(row?.notifier).not.toContain('ada')
    expect((await moderation.server.mailTo(notice.email, 'arrivata')).text).toContain(place)
    await decide(row!.id, harassed('warn'))
    await moderation.server.mailTo(notice.email, 'finita')
    const keys = deriveKeys([moderation.server.config.secretKey], 'notices')
    const again = {
      db: moderation.server.database.db,
      brands: moderation.server.context.brands,
      enqueueEmail: emailQueue(moderation.clock),
      clock: moderation.clock,
      noticeKeys: keys,
    }
    await answerNotice(again, { brandId: 'local', reportId: row!.id })
    expect(await rowsOf("select kind from emails where kind = 'notice-upheld'")).toEqual([{ kind: 'notice-upheld' }])
    expect(await rowsOf('select source from restrictions where member_id = $1', idOf(her))).toEqual([
      { source: 'public' },
    ])
  })

  it('finds no member of another brand', async () => {
    const his = await moderation.server.member({ host: 'battito.localhost' })
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
      answers.push(status === 403 ? (await send({ ...flood, altcha: await moderation.server.solve() })).status : status)
    }
    expect(answers.slice(0, 2)).toEqual([200, 200])
    expect(answers.at(-1)).toBe(429)
  })
})

it('takes no reports from who repeatedly made baseless ones, after a warning', async () => {
  const [him, her] = await pair()
  for (let n = 1; n <= 5; n += 1) {
    await decide(await report(him, her), { verdict: 'dismiss', unfounded: true })
    expect(await mailOf(him, 'reports-warning')).toHaveLength(n >= 3 ? 1 : 0)
  }
  const again = () =>
    moderation.server.call('/api/report', { token: him.token, body: { angelId: idOf(her), reason: 'spam' } })
  expect(await again()).toMatchObject({ status: 403, body: { code: 'reports_suspended' } })
  moderation.pass(31 * day)
  expect((await again()).status).toBe(200)
})
