import type { CaseView } from '@incontro/contract/admin'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decidePhoto } from '#modules/moderation/index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { jpeg, picture, upload } from '#modules/photos/testing/pictures.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { lift } from '../restrictions/lift.ts'
import { restrict } from '../restrictions/restrict.ts'
import { carryOut } from '../decisions/carry-out.ts'

let server: TestServer
let moderator: TestStaff
// Shows photos without approval.
const brand = 'local'
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  moderator = await staffMember(server, { roles: [`moderator@${brand}`] })
})
afterAll(() => server?.close())

const clock = () => new Date()
const deps = () => ({
  db: server.database.db,
  flows: checkedInFlows(),
  brands: server.context.brands,
  enqueueEmail: emailQueue(clock),
  clock,
  random: () => 1,
})
const rowsOf = async <T>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.pool.query(query, values)).rows as T[]
const send = async (bytes: Buffer, by?: TestMember, host?: string): Promise<{ id: string; member: TestMember }> => {
  const member = by ?? (await server.member(host === undefined ? {} : { host }))
  const { status, body } = await upload(server, member, bytes, host === undefined ? {} : { host })
  expect([status, body.code]).toEqual([200, undefined])
  return { id: body.data.name, member }
}
const stateOf = async (id: string) =>
  (await rowsOf<{ state: string }>('select state from member_photos where id = $1', id))[0]?.state
const refuse = (id: string, reason: 'not_the_member' | 'quality' | 'no_face' | 'nudity' | 'minor') =>
  decidePhoto(deps(), brand, id, { verdict: 'refuse', reason, madeBy: 'command:Anna' })
const claimOf = async (photoId: string): Promise<CaseView> => {
  const [row] = await rowsOf<{ id: string }>("select id from cases where subject_id = $1 and state = 'open'", photoId)
  return (await moderator.call(`/admin/api/${brand}/cases/${row?.id}/claim`, { body: {} })).body.case
}
const decide = async (found: CaseView, body: object) => {
  expect((await moderator.call(`/admin/api/${brand}/cases/${found.id}/decide`, { body })).status).toBe(200)
  await carryOut(deps(), { brandId: brand, caseId: found.id })
}

it('queues what is near to a removed photo, also smaller, compressed or mirrored, and says why', async () => {
  const first = await send(await jpeg(11))
  expect(await stateOf(first.id)).toBe('approved')
  expect(await refuse(first.id, 'not_the_member')).toBe('decided')
  const variants = [
    await (await picture(11)).resize(600, 450).jpeg({ quality: 60 }).toBuffer(),
    await sharp(await jpeg(11))
      .flop()
      .jpeg()
      .toBuffer(),
  ]
  for (const bytes of variants) {
    const { id } = await send(bytes)
    expect(await stateOf(id)).toBe('pending')
    const found = await claimOf(id)
    expect(found.signals[0]).toEqual({
      signal: 'banned_photo',
      value: 1,
      of: null,
      weight: 30,
      detail: 'not_the_member',
    })
    await decide(found, { verdict: 'refuse', reason: 'not_the_member' })
    expect(
      await rowsOf('select automated_detection, automated_decision from restrictions where content_id = $1', id),
    ).toEqual([{ automated_detection: true, automated_decision: false }])
  }
})

it('leaves other pictures alone, and those of another brand', async () => {
  await refuse((await send(await jpeg(12))).id, 'minor')
  expect(await stateOf((await send(await jpeg(13))).id)).toBe('approved')
  const elsewhere = await send(await jpeg(12), undefined, 'brisa.localhost')
  expect(await rowsOf("select from cases where subject_id = $1 and 'banned_photo' = any(parts)", elsewhere.id)).toEqual(
    [],
  )
})

it('bans no dark, faceless or plain picture, and nothing that two members have in common', async () => {
  for (const [seed, reason] of [
    [14, 'quality'],
    [15, 'no_face'],
  ] as const) {
    await refuse((await send(await jpeg(seed))).id, reason)
    expect(await stateOf((await send(await jpeg(seed))).id)).toBe('approved')
  }
  // A nearly plain wall has no features by which to know it again.
  const wall = async (shade: number) =>
    sharp({ create: { width: 400, height: 400, channels: 3, background: { r: shade, g: shade, b: shade } } })
      .composite([
        { input: Buffer.from('<svg width="400" height="400"><rect width="200" height="400" fill="#888"/></svg>') },
      ])
      .jpeg()
      .toBuffer()
  await refuse((await send(await wall(120))).id, 'nudity')
  expect(await stateOf((await send(await wall(121))).id)).toBe('approved')
  expect([await stateOf((await send(await jpeg(16))).id), await stateOf((await send(await jpeg(16))).id)]).toEqual([
    'approved',
    'approved',
  ])
})

it('lets a person approve the photo of its real owner, and forgets a ban that was reversed', async () => {
  const stolen = await send(await jpeg(17))
  await refuse(stolen.id, 'not_the_member')
  const real = await send(await jpeg(17))
  await decide(await claimOf(real.id), { verdict: 'approve' })
  expect(await stateOf(real.id)).toBe('approved')
  // Others are still looked at.
  const third = await send(await jpeg(17))
  expect(await stateOf(third.id)).toBe('pending')
  await decidePhoto(deps(), brand, stolen.id, { verdict: 'approve', madeBy: 'command:Bruno' })
  expect(await stateOf((await send(await jpeg(17))).id)).toBe('approved')
})

it('bans the photos of who is removed for fraud, past their erasure, until the removal is lifted', async () => {
  const fraud = await send(await jpeg(18))
  const rude = await send(await jpeg(19))
  const remove = (member: TestMember, clause: 'scam' | 'harassment') =>
    server.database.db.transaction().execute((tx) =>
      restrict(tx, deps(), {
        brandId: brand,
        memberId: member.session.angelId,
        caseId: null,
        kind: 'removal',
        until: null,
        clause,
        content: { type: 'account', id: null, date: null },
        origin: 'http://localhost',
        source: 'member',
        madeBy: 'command:Anna',
        at: clock(),
      }),
    )
  const id = await remove(fraud.member, 'scam')
  await remove(rude.member, 'harassment')
  expect(await stateOf((await send(await jpeg(18))).id)).toBe('pending')
  expect(await stateOf((await send(await jpeg(19))).id)).toBe('approved')
  // What is kept names no member.
  const columns = await rowsOf<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'photo_bans'",
  )
  expect(columns.map(({ name }) => name)).not.toContain('member_id')
  await server.database.db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('restrictions').selectAll().where('id', '=', id!).executeTakeFirstOrThrow()
    await lift(tx, deps(), row, { by: 'command:Bruno', reason: 'wrong', origin: 'http://localhost', at: clock() })
  })
  expect(await stateOf((await send(await jpeg(18))).id)).toBe('approved')
})

it('has a photo before the moderators again that its member deleted and took back while it waited', async () => {
  const banned = await send(await jpeg(81))
  await refuse(banned.id, 'not_the_member')
  const { id, member } = await send(await jpeg(81))
  const change = async (path: string, method: string) =>
    expect(
      (
        await server.call(`/api/photos/${member.session.clickid}/${path}`, {
          method,
          token: member.token,
          ...(method === 'POST' && { body: {} }),
        })
      ).status,
    ).toBe(200)
  const takenBack = async (meanwhile: () => Promise<void>) => {
    await change(id, 'DELETE')
    await meanwhile()
    expect(await rowsOf("select verdict from cases where subject_id = $1 and state = 'closed'", id)).toContainEqual({
      verdict: 'gone',
    })
    await change(`${id}/restore`, 'POST')
    return claimOf(id)
  }
  // A moderator comes to it while it is deleted.
  const shown = await takenBack(async () => {
    const except: string[] = []
    for (;;) {
      const { body } = await moderator.call(`/admin/api/${brand}/cases/next`, { body: { kinds: ['photo'], except } })
      if (body.case === null) return
      except.push(body.case.id)
    }
  })
  expect(shown).toMatchObject({ kind: 'photo', parts: ['banned_photo'] })
  await rowsOf("delete from cases where subject_id = $1 and state = 'closed'", id)

  // It is deleted after the decision, which finds nothing then.
  const decided = await moderator.call(`/admin/api/${brand}/cases/${shown.id}/decide`, { body: { verdict: 'approve' } })
  expect(decided.status).toBe(200)
  const again = await takenBack(() => carryOut(deps(), { brandId: brand, caseId: shown.id }))
  expect(again).toMatchObject({ kind: 'photo', parts: ['banned_photo'] })
  await decide(again, { verdict: 'approve' })
  expect(await stateOf(id)).toBe('approved')
  // What was decided waits no more.
  await change(id, 'DELETE')
  await change(`${id}/restore`, 'POST')
  expect(await rowsOf("select id from cases where subject_id = $1 and state <> 'closed'", id)).toEqual([])
})
