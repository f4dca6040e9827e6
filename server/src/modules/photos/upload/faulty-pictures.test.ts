import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { face, hat, samples, sunglasses } from '../testing/faulty-pictures.ts'
import { jpeg, upload } from '../testing/pictures.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, limitFactor: 1000 })
})
afterAll(() => testServer.close())

const albumOf = async ({ session, token }: TestMember): Promise<unknown[]> =>
  (await testServer.call(`/api/photos/${session.clickid}`, { token })).body.album

/** In one part, by the tus protocol. */
async function resumable(member: TestMember, bytes: Buffer): Promise<{ status: number; code: string | undefined }> {
  const headers = { authorization: `Bearer ${member.token}`, 'tus-resumable': '1.0.0' }
  const begun = await fetch(`${testServer.url}/api/upload/${member.session.clickid}/resumable`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length) },
  })
  const sent = await fetch(`${testServer.url}${begun.headers.get('location')}`, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  })
  const text = await sent.text()
  const { code } = (text === '' ? {} : JSON.parse(text)) as { code?: string }
  return { status: sent.status, code }
}

describe('a file', () => {
  it.each(samples)('$name', { timeout: 60_000 }, async ({ make, answer }) => {
    const [member, other] = [await testServer.member(), await testServer.member()]
    const bytes = await make()
    const byForm = await upload(testServer, member, bytes)
    const byTus = await resumable(other, bytes)
    if (answer === 200) {
      expect([byForm.status, byForm.body.code]).toEqual([200, undefined])
      expect(byTus.code).toBeUndefined()
      expect([(await albumOf(member)).length, (await albumOf(other)).length]).toEqual([1, 1])
    } else {
      expect([byForm.status, byForm.body.code, byForm.body.field]).toEqual([...answer, 'avatar'])
      expect([byTus.status, byTus.code]).toEqual(answer)
      expect([await albumOf(member), await albumOf(other)]).toEqual([[], []])
    }
  })

  it('that is no photo is refused with the reason', async () => {
    const member = await testServer.member()
    const small = await sharp(await jpeg(1))
      .resize(150)
      .jpeg()
      .toBuffer()
    const black = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    expect((await upload(testServer, member, small)).body.message).toMatch(/too small.*200/)
    expect((await upload(testServer, member, black)).body.message).toMatch(/one colour/)
  })
})

describe('photos of one person', () => {
  it('that differ by a smile, glasses or a hat are different', async () => {
    const member = await testServer.member()
    for (const made of [face('smile'), face('frown'), face('smile', sunglasses), face('smile', hat)])
      expect((await upload(testServer, member, await made)).status).toBe(200)
  })

  it('that were only encoded or scaled again are the same', async () => {
    const member = await testServer.member()
    const original = await face('smile')
    await upload(testServer, member, original)
    for (const again of [
      sharp(original).jpeg({ quality: 30 }),
      sharp(original).resize(300).jpeg({ quality: 60 }),
      sharp(original).png(),
      sharp(original).resize(1800).jpeg(),
    ])
      expect((await upload(testServer, member, await again.toBuffer())).body.code).toBe('same_photo')
  })
})
