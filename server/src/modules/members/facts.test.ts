import { faithIds, genderWords, languageIds, locales } from '@incontro/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())

const idOf = (member: TestMember): string => member.session.angelId
const pathOf = (member: TestMember): string => `/api/users/facts/${member.session.clickid}`
const change = (member: TestMember, body: object, by = member) =>
  testServer.call(pathOf(member), { method: 'PUT', token: by.token, body })
const own = async (member: TestMember) => (await testServer.call(pathOf(member), { token: member.token })).body
const seenBy = async (viewer: TestMember, member: TestMember) =>
  (await testServer.call(`/dispenser/${idOf(member)}/IT/donna`, { token: viewer.token })).body[0]?.facts
const rowOf = (member: TestMember) =>
  testServer.database.db.selectFrom('member_facts').selectAll().where('member_id', '=', idOf(member)).executeTakeFirst()
const nothing = { children: null, smoking: null, work: null, languages: [], faith: null }
const all = { children: 'have', smoking: 'no', work: 'Insegno musica', languages: ['it', 'fr'] }
const found = async (viewer: TestMember, filters: object): Promise<string[]> => {
  const { clickid: trackerId } = viewer.session
  const saved = await testServer.call('/dispenser/filters', {
    method: 'PUT',
    token: viewer.token,
    body: { trackerId, filters },
  })
  expect(saved.status).toBe(200)
  const { body } = await testServer.call('/dispenser/match', { token: viewer.token, body: { trackerId } })
  return body.profili.map(({ id }: { id: string }) => id)
}

describe('facts of a member’s life', () => {
  it('are nothing until they are said, and each can be changed and cleared by itself', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    expect(await own(woman)).toEqual(nothing)
    expect(await seenBy(man, woman)).toBeNull()
    expect((await change(woman, all)).body).toEqual({ ...all, faith: null })
    expect(await seenBy(man, woman)).toEqual({ ...all, faith: null })
    expect((await change(woman, { smoking: 'quitting' })).body).toEqual({ ...all, smoking: 'quitting', faith: null })
    expect((await change(woman, {})).body).toMatchObject({ children: 'have' })
    expect((await change(woman, { children: null, work: null })).body).toMatchObject({ children: null, work: null })
    expect(await own(man)).toEqual(nothing)
    await change(woman, { smoking: null, languages: [] })
    expect(await rowOf(woman)).toBeUndefined()
  })

  it.each<[object]>([
    [{ children: 'some' }],
    [{ smoking: '' }],
    [{ work: 'x'.repeat(61) }],
    [{ work: '  ' }],
    [{ languages: ['it', 'it'] }],
    [{ languages: ['xx'] }],
    [{ languages: languageIds.slice(0, 9) }],
    [{ faith: 'catholic' }],
    [{ faith: 'catholic', faithConsent: false }],
    [{ faith: 'no such', faithConsent: true }],
    [{ religion: 'catholic' }],
  ])('%j is refused and changes nothing', async (body) => {
    const woman = await testServer.member({ gender: 'woman' })
    await change(woman, all)
    expect((await change(woman, { ...all, children: 'want', ...body })).status).toBe(400)
    expect(await own(woman)).toEqual({ ...all, faith: null })
  })

  it('name a faith with a consent only, which goes with it', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    expect((await change(woman, { faith: 'other', faithConsent: true })).body).toEqual({ ...nothing, faith: 'other' })
    expect(await seenBy(man, woman)).toMatchObject({ faith: 'other' })
    expect((await rowOf(woman))?.faith_consented_at).toBeInstanceOf(Date)
    // Another one needs another consent.
    expect((await change(woman, { faith: 'agnostic' })).status).toBe(400)
    // Other changes neither need nor renew it.
    const before = (await rowOf(woman))?.faith_consented_at
    expect((await change(woman, { smoking: 'no' })).body).toMatchObject({ faith: 'other' })
    expect((await rowOf(woman))?.faith_consented_at).toEqual(before)
    expect((await change(woman, { faith: null })).body).toMatchObject({ faith: null, smoking: 'no' })
    expect(await rowOf(woman)).toMatchObject({ faith: null, faith_consented_at: null })
    await expect(
      testServer.database.db
        .updateTable('member_facts')
        .set({ faith: 'other' })
        .where('member_id', '=', idOf(woman))
        .execute(),
    ).rejects.toThrow('member_facts_faith_check')
  })

  it('are the member’s own to change, and hide contacts from others', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    expect((await change(woman, all, man)).status).toBe(404)
    expect(await own(woman)).toEqual(nothing)
    await change(woman, { work: 'Cerami, 347 123 45 67' })
    expect((await own(woman)).work).toBe('Cerami, 347 123 45 67')
    expect((await seenBy(man, woman)).work).not.toContain('347')
  })

  it('filter the list, but for the faith', async () => {
    const region = 'Molise'
    const viewer = await testServer.member({ region })
    const [says, other, silent] = [
      await testServer.member({ region, gender: 'woman' }),
      await testServer.member({ region, gender: 'woman' }),
      await testServer.member({ region, gender: 'woman' }),
    ]
    await change(says, { ...all, faith: 'other', faithConsent: true })
    await change(other, { children: 'want', smoking: 'yes', languages: ['es'] })
    const both = [idOf(says), idOf(other)].toSorted()
    expect((await found(viewer, {})).toSorted()).toEqual([...both, idOf(silent)].toSorted())
    expect(await found(viewer, { children: ['have', 'have-want'] })).toEqual([idOf(says)])
    expect(await found(viewer, { smoking: ['yes', 'sometimes'] })).toEqual([idOf(other)])
    expect(await found(viewer, { languages: ['fr', 'en'] })).toEqual([idOf(says)])
    expect((await found(viewer, { languages: ['fr', 'es'] })).toSorted()).toEqual(both)
    expect(await found(viewer, { languages: ['fr'], smoking: ['yes'] })).toEqual([])
    const body = { trackerId: viewer.session.clickid, filters: { faith: ['other'] } }
    const refused = await testServer.call('/dispenser/filters', { method: 'PUT', token: viewer.token, body })
    expect(refused.status).toBe(400)
  })

  it.each(locales)('have their lists in %s, each text once', async (locale) => {
    const { body } = await testServer.call(`/api/get/profileChoices/${locale}`)
    for (const list of [body.children, body.smoking, body.languages, body.faiths, body.genders] as {
      id: string
      text: string
    }[][]) {
      expect(new Set(list.map(({ text }) => text)).size).toBe(list.length)
      for (const { text } of list) expect(text).toMatch(/^\p{Lu}/u)
    }
    expect(body.faiths).toHaveLength(faithIds.length)
    expect(body.genders.map(({ id }: { id: string }) => id)).toEqual(genderWords)
    expect(body.languages.map(({ id }: { id: string }) => id)).toEqual(languageIds)
  })
})
