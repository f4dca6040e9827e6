import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import { jpeg, upload } from '../../testing/pictures.ts'
import { appendPart, createUpload, findUpload, readParts } from './uploads.ts'

/* Uploads by the tus protocol, on the wire. */

let testServer: TestServer
let photo: Buffer
const time = { offsetMs: 0 }
beforeAll(async () => {
  testServer = await startTestServer({
    jobs: false,
    limitFactor: 100,
    clock: () => new Date(Date.now() + time.offsetMs),
  })
  photo = await jpeg(11)
})
afterAll(() => testServer.close())

it('a part is stored only where the previous one ended, and of several for one place the first', async () => {
  const { db } = testServer.database
  const memberId = (await testServer.member()).session.angelId
  const id = await createUpload(db, memberId, 7, new Date())
  const other = await createUpload(db, memberId, 6, new Date())
  const append = (offset: number, text: string) => appendPart(db, memberId, id, offset, Buffer.from(text))
  expect([await append(0, 'abc'), await append(0, 'xyz'), await append(2, 'x'), await append(4, 'x')]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(await append(3, 'def')).toBe(true)
  expect([String(await readParts(db, memberId, id)), await findUpload(db, memberId, id)]).toEqual([
    'abcdef',
    { id, size: 7, received: 6, photoId: null },
  ])
  expect((await findUpload(db, memberId, other))?.received).toBe(0)
})

const base = ({ session }: TestMember): string => `/api/upload/${session.clickid}/resumable`
const send = (
  member: TestMember,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer,
  url = testServer.url,
) =>
  fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${member.token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  })
const begin = async (member: TestMember, size = photo.length): Promise<string> => {
  const answer = await send(member, 'POST', base(member), { 'upload-length': String(size) })
  expect(answer.status).toBe(201)
  return answer.headers.get('location') ?? ''
}
const patch = (member: TestMember, path: string, offset: number, body: Buffer, url?: string) =>
  send(member, 'PATCH', path, { 'upload-offset': String(offset), 'content-type': octets }, body, url)
const octets = 'application/offset+octet-stream'
const offsetOf = async (member: TestMember, path: string): Promise<number | string> => {
  const answer = await send(member, 'HEAD', path)
  return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : String(answer.status)
}
const albumOf = async (member: TestMember): Promise<{ name: string; thumbhash: string }[]> =>
  (await testServer.call(`/api/photos/${member.session.clickid}`, { token: member.token })).body.album
const rowsOf = async (member: TestMember) => {
  const { rows } = await testServer.database.pool.query(
    `select size_bytes, received, photo_id, (select coalesce(sum(length(bytes)), 0)::int from photo_upload_parts p
       where p.member_id = u.member_id and p.upload_id = u.id) as stored
     from photo_uploads u where member_id = $1 order by created_at, id`,
    [member.session.angelId],
  )
  return rows
}

/**
 * Sends some bytes as the start of a longer request, and breaks the connection as soon as `arrived` says.
 * @returns whether the request was refused, because an earlier one had moved the offset
 */
async function cutOff(
  member: TestMember,
  path: string,
  offset: number,
  { bytes, length, arrived }: { bytes: Buffer; length: number; arrived: () => Promise<unknown> },
): Promise<boolean> {
  const request = httpRequest(`${testServer.url}${path}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${member.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': offset,
      'content-type': octets,
      'content-length': length,
    },
  })
  const closed = new Promise<unknown>((resolve) => request.once('error', resolve).once('close', resolve))
  const refused = new Promise<true>((resolve) => request.once('response', () => resolve(true)))
  request.write(bytes)
  const isRefused = await Promise.race([refused, arrived().then(() => false)])
  request.destroy()
  await closed
  return isRefused
}

it('that is cut at every tenth of its length resumes and becomes the same photo as in one piece', async () => {
  const [member, whole] = [await testServer.member(), await testServer.member()]
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const large = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 100 })
    .toBuffer()
  const tenth = Math.ceil(large.length / 10)
  // More than a part of 256 KB, so that some of each tenth is stored before the cut.
  expect(tenth).toBeGreaterThan(330_000)
  const path = await begin(member, large.length)
  for (let cut = 1; cut < 10; cut += 1) {
    // What the broken request before still stored moves the offset, as any client has to expect.
    const send = async (): Promise<boolean> => {
      const at = Number(await offsetOf(member, path))
      return cutOff(member, path, at, {
        bytes: large.subarray(at, cut * tenth),
        length: large.length - at,
        arrived: () =>
          vi.waitUntil(async () => Number(await offsetOf(member, path)) >= Math.min(at + 256 * 1024, cut * tenth), {
            interval: 10,
            timeout: 10_000,
          }),
      })
    }
    while (await send());
    expect(Number(await offsetOf(member, path))).toBeLessThanOrEqual(cut * tenth)
  }
  let status = 409
  for (let tries = 0; status === 409 && tries < 10; tries += 1) {
    const at = Number(await offsetOf(member, path))
    status = (await patch(member, path, at, large.subarray(at))).status
  }
  expect([status, await offsetOf(member, path)]).toEqual([204, large.length])
  await upload(testServer, whole, large)
  const [[resumed], [other]] = [await albumOf(member), await albumOf(whole)]
  const masterOf = (name = '') => readFile(join(testServer.config.dataDir, 'storage/photos', name, 'master.jpg'))
  expect((await masterOf(resumed?.name)).equals(await masterOf(other?.name))).toBe(true)
  expect(await rowsOf(member)).toEqual([
    { size_bytes: large.length, received: large.length, photo_id: resumed?.name, stored: 0 },
  ])
})

it('keeps long requests in parts, and serves none of them', async () => {
  const member = await testServer.member()
  const large = Buffer.concat([photo, Buffer.alloc(1_200_000)])
  const path = await begin(member, large.length + 1)
  expect((await patch(member, path, 0, large)).headers.get('upload-offset')).toBe(String(large.length))
  const { rows } = await testServer.database.pool.query(
    'select count(*)::int as parts, max(length(bytes)) as largest from photo_upload_parts where member_id = $1',
    [member.session.angelId],
  )
  expect(rows[0].parts).toBeGreaterThan(2)
  expect(rows[0].largest).toBeLessThan(400_000)
  expect((await send(member, 'GET', path)).status).toBe(404)
  expect((await send(member, 'DELETE', path)).status).toBe(204)
  expect([await offsetOf(member, path), await rowsOf(member)]).toEqual(['404', []])
})

it('answers by the protocol: version, location, offsets', async () => {
  const member = await testServer.member()
  const created = await send(member, 'POST', base(member), { 'upload-length': String(photo.length) })
  const path = created.headers.get('location') ?? ''
  expect([created.status, path.startsWith(`${base(member)}/`)]).toEqual([201, true])
  expect(Object.fromEntries(created.headers)).toMatchObject({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store' })
  expect(created.headers.has('access-control-expose-headers')).toBe(false)
  const head = await send(member, 'HEAD', path)
  expect(['upload-offset', 'upload-length', 'cache-control'].map((name) => head.headers.get(name))).toEqual([
    '0',
    String(photo.length),
    'no-store',
  ])
  const refused = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code]
  const withType = { 'content-type': octets }
  expect(await refused(await patch(member, path, 5, photo.subarray(5, 50)))).toEqual([409, 'upload_conflict'])
  expect(await refused(await patch(member, path, 0, Buffer.concat([photo, Buffer.from('x')])))).toEqual([
    413,
    'grandezza_file',
  ])
  expect(await refused(await send(member, 'PATCH', path, { ...withType, 'upload-offset': '-1' }, photo))).toEqual([
    400,
    'invalid',
  ])
  expect(await refused(await send(member, 'PATCH', path, withType, photo))).toEqual([403, 'invalid'])
  expect(
    await refused(await send(member, 'PATCH', path, { ...withType, 'upload-offset': '0', 'tus-resumable': '0.2' })),
  ).toEqual([400, 'invalid'])
  expect(await offsetOf(member, path)).toBe(0)
  expect((await patch(member, path, 0, photo)).status).toBe(204)
  expect(await refused(await patch(member, path, photo.length, Buffer.from('x')))).toEqual([413, 'grandezza_file'])
  expect(await albumOf(member)).toHaveLength(1)
})

it.each([
  ['nothing', '0', 415, 'solo_immagini'],
  ['a size that is none', 'x', 400, 'invalid'],
  ['a size below zero', '-5', 400, 'invalid'],
  ['ten megabytes', String(10 * 1024 * 1024), 413, 'grandezza_file'],
])('of %s is not begun', async (_, length, status, code) => {
  const member = await testServer.member()
  const answer = await send(member, 'POST', base(member), { 'upload-length': length })
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code])
  expect(await rowsOf(member)).toEqual([])
})

it('of a picture just below ten megabytes is begun', async () => {
  const member = await testServer.member()
  await begin(member, 10 * 1024 * 1024 - 1)
  expect(await rowsOf(member)).toMatchObject([{ size_bytes: 10 * 1024 * 1024 - 1 }])
})

it('that is no picture, or there already, is refused as by the other route, and is gone', async () => {
  const member = await testServer.member()
  const text = Buffer.from('<!doctype html><svg></svg>')
  const first = await begin(member, text.length)
  const answer = await patch(member, first, 0, text)
  expect([answer.status, await answer.json()]).toMatchObject([415, { code: 'solo_immagini', field: 'avatar' }])
  expect([await offsetOf(member, first), await rowsOf(member)]).toEqual(['404', []])
  await upload(testServer, member, photo)
  const again = await begin(member)
  expect((await (await patch(member, again, 0, photo)).json()) as object).toMatchObject({ code: 'same_photo' })
  expect([await rowsOf(member), (await albumOf(member)).length]).toEqual([[], 1])
})

it('becomes one photo, however often its last bytes are sent at once', async () => {
  const member = await testServer.member()
  const path = await begin(member)
  await patch(member, path, 0, photo.subarray(0, 1000))
  const answers = await Promise.all([1, 2, 3].map(() => patch(member, path, 1000, photo.subarray(1000))))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  expect([await offsetOf(member, path), (await albumOf(member)).length]).toEqual([photo.length, 1])
})

it('belongs to its member: others, visitors and the unconfirmed cannot see, continue or end it', async () => {
  const [member, other] = [await testServer.member(), await testServer.member()]
  const unconfirmed = await testServer.member({ confirmed: false })
  const path = await begin(member)
  const id = path.split('/').at(-1) ?? ''
  const tries = async (who: TestMember, at: string) => [
    (await send(who, 'HEAD', at)).status,
    (await patch(who, at, 0, photo)).status,
    (await send(who, 'DELETE', at)).status,
  ]
  expect(await tries(other, path)).toEqual([404, 404, 404])
  expect(await tries(other, `${base(other)}/${id}`)).toEqual([404, 404, 404])
  expect(await tries(member, `${base(member)}/x`)).toEqual([404, 404, 404])
  expect(await tries({ ...member, token: 'A'.repeat(43) }, path)).toEqual([401, 401, 401])
  expect((await send(other, 'POST', base(member), { 'upload-length': '5' })).status).toBe(404)
  expect((await send(unconfirmed, 'POST', base(unconfirmed), { 'upload-length': '5' })).status).toBe(403)
  // Of a page of another origin, with the member's cookie.
  const headers = { 'upload-length': '5', origin: 'https://elsewhere.example', cookie: `session=${member.token}` }
  expect((await send({ ...member, token: '' }, 'POST', base(member), headers)).status).toBe(403)
  expect(await rowsOf(member)).toEqual([{ size_bytes: photo.length, received: 0, photo_id: null, stored: 0 }])
  await testServer.database.pool.query(`update members set state = 'deactivated' where id = $1`, [
    member.session.angelId,
  ])
  await expect.poll(async () => (await patch(member, path, 0, photo)).status, { timeout: 5000 }).toBe(401)
})

it('a hundred at once: six wait, three are received at a time, sixty an hour', async () => {
  const member = await testServer.member()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => send(member, 'POST', base(member), { 'upload-length': '5000' })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([201, 429]))
  expect((await rowsOf(member)).length).toBeLessThanOrEqual(6)
  const last = await testServer.member()
  for (let n = 0; n < 59; n += 1)
    await countAttempt(testServer.database.db, `photo-upload ${last.session.angelId}`, new Date())
  const oldest = await begin(last)
  expect((await send(last, 'POST', base(last), { 'upload-length': '5' })).status).toBe(429)
  expect(await offsetOf(last, oldest)).toBe(0)
})

it('a slow PATCH keeps no other member out, nor does a slow form', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => testServer.member()))
  const other = await testServer.member()
  const slow: ReturnType<typeof httpRequest>[] = []
  /** A request that announces a body, sends a byte of it and waits. */
  const stall = (member: TestMember, method: string, path: string, headers: Record<string, string>) => {
    const request = httpRequest(`${testServer.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${member.token}`, 'content-length': '256000', ...headers },
    })
    // Ends without an answer below.
    request.on('error', () => undefined)
    request.write('-')
    slow.push(request)
  }
  const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': octets }
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  for (const [index, member] of members.entries()) {
    const path = await begin(member, 9_000_000)
    for (let n = 0; n < 3; n += 1)
      if (index < 6) stall(member, 'PATCH', path, tus)
      else stall(member, 'POST', `/api/upload/${member.session.clickid}`, form)
  }
  const hasNoPlace = async (member: TestMember) =>
    (await upload(testServer, member, Buffer.from('not a picture'))).status
  for (const member of members) await expect.poll(() => hasNoPlace(member), { timeout: 5000 }).toBe(429)
  expect((await patch(other, await begin(other), 0, photo)).status).toBe(204)
  expect((await upload(testServer, other, await jpeg(12))).status).toBe(200)
  for (const request of slow) request.destroy()
})

it('the seventh unfinished one replaces the oldest, and what is a day old is removed', async () => {
  const [member, other] = [await testServer.member(), await testServer.member()]
  const paths: string[] = []
  for (let n = 0; n < 7; n += 1) paths.push(await begin(member, 1000 + n))
  expect((await rowsOf(member)).map(({ size_bytes: size }) => size)).toEqual([1001, 1002, 1003, 1004, 1005, 1006])
  await patch(member, paths[6] ?? '', 0, photo.subarray(0, 500))
  const sweep = testServer.context.jobs.handlers['photos-sweep-uploads']
  time.offsetMs = 86_400_000 - 60_000
  const kept = await begin(other)
  await sweep?.({}, { attempt: 1, last: false })
  expect(await rowsOf(member)).toHaveLength(6)
  time.offsetMs = 86_400_000 + 60_000
  await sweep?.({}, { attempt: 1, last: false })
  time.offsetMs = 0
  expect([await rowsOf(member), await offsetOf(other, kept)]).toEqual([[], 0])
})
