import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type Answer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import { jpeg, picture, upload } from '../testing/pictures.ts'

let testServer: TestServer
let files: { jpeg: Buffer; png: Buffer; gif: Buffer; svg: Buffer }
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
  const frames = await Promise.all([2, 3].map(async (seed) => (await picture(seed)).png().toBuffer()))
  files = {
    jpeg: await jpeg(1),
    png: await (await picture(4)).png().toBuffer(),
    gif: await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
    svg: Buffer.from(
      '<?xml version="1.0"?><!-- me --><svg xmlns="http://www.w3.org/2000/svg" width="90" height="120"><script>x</script><rect width="90" height="60" fill="#0a0"/><rect width="30" height="20" fill="#a00"/></svg>',
    ),
  }
})
afterAll(() => testServer.close())

const albumOf = async (member: TestMember) =>
  (await testServer.call(`/api/photos/${member.session.clickid}`, { token: member.token })).body.album as {
    name: string
    path: string
    state: string
    predefinita: boolean
    thumbhash: string
  }[]
const get = async (path: string, member: TestMember, accept = '*/*') => {
  const answer = await fetch(`${testServer.url}${path}`, {
    headers: { authorization: `Bearer ${member.token}`, accept },
  })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    etag: answer.headers.get('etag'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}
const filesOf = async (folder: string, recursive = false): Promise<string[]> =>
  // A missing folder has no files.
  readdir(join(testServer.config.dataDir, 'storage', folder), { recursive }).catch(() => [])
const codeOf = ({ status, body }: Answer) => [status, body.code, body.field]

describe('an uploaded picture', () => {
  it.each(['jpeg', 'png', 'gif', 'svg'] as const)('may be %s, by its content', async (type) => {
    const member = await testServer.member()
    const { status, body } = await upload(testServer, member, files[type], { name: 'x.txt', type: 'text/plain' })
    expect([status, body.result]).toEqual([200, 'OK'])
    const [photo] = await albumOf(member)
    expect(photo).toMatchObject({ name: body.data.name, state: 'approved', predefinita: true })
    expect(photo?.thumbhash).toMatch(/^[A-Za-z0-9+/]{20,}/)
    const shown = await get(photo?.path ?? '', member)
    expect([shown.status, shown.type]).toEqual([200, 'image/webp'])
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 640 })
  })

  it('is a master of at most 1000 pixels, AVIF where supported, without location data, its first size before the others', async () => {
    const member = await testServer.member()
    const taken = await (
      await picture(5, { width: 3000, height: 2000 })
    )
      .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '41/1 54/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).exif).toBeDefined()
    const { name } = (await upload(testServer, member, taken)).body.data
    const master = await sharp(join(testServer.config.dataDir, 'storage/photos', name, 'master.jpg')).metadata()
    // Turned upright.
    expect(master).toMatchObject({ format: 'jpeg', width: 667, height: 1000 })
    expect((await filesOf(`variants/${name}`)).sort()).toEqual(['card.avif', 'card.webp'])
    const complete = () =>
      testServer.context.jobs.handlers['photos-complete']?.(
        { memberId: member.session.angelId, photoId: name },
        { attempt: 1, last: false },
      )
    await complete()
    const [photo] = await albumOf(member)
    const avif = await get(photo?.path ?? '', member, 'image/avif,image/webp,*/*')
    expect(avif.type).toBe('image/avif')
    // Another format has another tag.
    const webp = await get(photo?.path ?? '', member, 'image/webp')
    expect([webp.type, webp.etag === avif.etag]).toEqual(['image/webp', false])
    // An avatar has one format.
    const { body: session } = await testServer.call('/api/users/verify', { body: {}, token: member.token })
    expect((await get(session.imageName[0].path, member, 'image/avif')).type).toBe('image/webp')
    for (const made of [master, await sharp(avif.bytes).metadata()])
      expect([made.exif, made.xmp, made.iptc, made.icc, made.orientation]).toEqual(Array(5).fill(undefined))
    expect((await filesOf(`variants/${name}`)).sort()).toEqual([
      'avatar.webp',
      'card.avif',
      'card.webp',
      'full.avif',
      'full.webp',
    ])
    const full = join(testServer.config.dataDir, 'storage/variants', name, 'full.webp')
    expect(await sharp(full).metadata()).toMatchObject({ width: 667, height: 1000 })
    // Deleted while a job still had to make them.
    await testServer.call(`/api/photos/${member.session.clickid}/${name}`, { method: 'DELETE', token: member.token })
    await rm(full)
    await complete()
    expect(await filesOf(`variants/${name}`)).not.toContain('full.webp')
  })

  it('loses appended content: neither an archive nor a page survives', async () => {
    const member = await testServer.member()
    const { name } = (await upload(testServer, member, Buffer.concat([files.jpeg, Buffer.from('MotionPhoto_hidden')])))
      .body.data
    const master = await readFile(join(testServer.config.dataDir, 'storage/photos', name, 'master.jpg'))
    expect(master.includes('hidden')).toBe(false)
  })

  it('that is a slow drawing does not hold up other members, and its member has to wait before the next one', async () => {
    const [member, other] = [await testServer.member(), await testServer.member()]
    const filter =
      '<filter id="f"><feGaussianBlur stdDeviation="3000"/><feMorphology operator="dilate" radius="3000"/></filter>'
    const slow = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="7000">${filter}<rect width="7000" height="7000" filter="url(#f)"/></svg>`,
    )
    let isDrawing = true
    const drawing = upload(testServer, member, slow).finally(() => (isDrawing = false))
    const again = upload(testServer, member, slow)
    expect((await upload(testServer, other, await jpeg(41))).status).toBe(200)
    expect(isDrawing).toBe(true)
    expect(codeOf(await drawing)).toEqual([400, 'grandezza_file', 'avatar'])
    // It was in the queue while the first one was killed.
    expect((await again).status).toBe(429)
    expect((await upload(testServer, member, files.svg)).status).toBe(429)
    expect((await upload(testServer, member, await jpeg(42))).status).toBe(200)
    expect((await upload(testServer, other, files.svg)).status).toBe(200)
    await testServer.database.pool.query(
      `update limit_counters set window_start = window_start - interval '1 hour' where bucket like 'drawing killed %'`,
    )
    expect((await upload(testServer, member, files.svg)).status).toBe(200)
  }, 90_000)

  it('of many megapixels is decoded whole, upright', async () => {
    const member = await testServer.member()
    const large = await sharp(await jpeg(43))
      .resize(4000, 5000, { fit: 'fill' })
      .withMetadata({ orientation: 6 })
      .jpeg({ progressive: true })
      .toBuffer()
    const { status, body } = await upload(testServer, member, large)
    expect(status).toBe(200)
    const [photo] = await albumOf(member)
    expect(photo?.name).toBe(body.data.name)
    const master = join(testServer.config.dataDir, 'storage', 'photos', body.data.name, 'master.jpg')
    const { width, height } = await sharp(master).metadata()
    expect([width, height]).toEqual([1000, 800])
    expect(codeOf(await upload(testServer, member, large.subarray(0, large.length / 2)))).toEqual([
      400,
      'grandezza_file',
      'avatar',
    ])
  }, 60_000)

  it('that is a drawing loads no external resources', async () => {
    const asked: string[] = []
    const outside = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
    const { port } = outside.address() as { port: number }
    const member = await testServer.member()
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="120">
      <rect width="90" height="70" fill="#03c"/><image xlink:href="http://127.0.0.1:${port}/x.png" width="9" height="9"/><image href="file:///etc/passwd" width="9" height="9"/></svg>`
    expect((await upload(testServer, member, Buffer.from(drawing))).status).toBe(200)
    outside.close()
    expect(asked).toEqual([])
  })
})

describe('an invalid picture', () => {
  // Some kilobytes that decode to more than 50 megapixels.
  const bomb = () =>
    sharp(Buffer.alloc(7200 * 7000), { raw: { width: 7200, height: 7000, channels: 1 } })
      .png({ compressionLevel: 1 })
      .toBuffer()
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  it.each([
    ['nothing', () => Buffer.alloc(0), 415, 'solo_immagini'],
    ['text', () => Buffer.from('hello'), 415, 'solo_immagini'],
    ['a page', () => Buffer.from('<!doctype html><svg></svg>'), 415, 'solo_immagini'],
    ['HEIC', () => heic, 415, 'solo_immagini'],
    ['half of what a PNG begins with', () => Buffer.from('\x89PNG\n\n\n\n', 'latin1'), 415, 'solo_immagini'],
    [
      'an archive behind a picture',
      () => Buffer.concat([files.jpeg, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
      415,
      'solo_immagini',
    ],
    [
      'a document inside a picture',
      () => Buffer.concat([files.jpeg.subarray(0, 20), Buffer.from('%PDF-1.7'), files.jpeg]),
      415,
      'solo_immagini',
    ],
    ['a script that begins like a picture', () => Buffer.from('GIF89a/*;*/=alert(1)//'), 400, 'grandezza_file'],
    ['a picture of too many pixels', bomb, 400, 'grandezza_file'],
    ['a broken drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect'), 400, 'grandezza_file'],
    ['more than 10 MB', () => Buffer.concat([files.jpeg, Buffer.alloc(10 * 1024 * 1024)]), 413, 'grandezza_file'],
  ] as const)('%s is refused', async (_, make, status, code) => {
    const member = await testServer.member()
    const before = await filesOf('photos')
    expect(codeOf(await upload(testServer, member, await make()))).toEqual([status, code, 'avatar'])
    expect(await albumOf(member)).toEqual([])
    expect(await filesOf('photos')).toEqual(before)
  })

  it('a truncated file, wherever it was cut', async () => {
    const member = await testServer.member()
    for (let tenth = 1; tenth < 10; tenth += 1) {
      const { status, body } = await upload(
        testServer,
        member,
        files.jpeg.subarray(0, Math.floor((files.jpeg.length * tenth) / 10)),
      )
      expect([status, body.code]).toEqual([400, 'grandezza_file'])
    }
  })

  it('another field, no field, JSON', async () => {
    const member = await testServer.member()
    expect((await upload(testServer, member, files.jpeg, { field: 'other' })).status).toBe(400)
    const path = `/api/upload/${member.session.clickid}`
    expect((await testServer.call(path, { token: member.token, body: {} })).status).toBe(415)
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    expect((await testServer.call(path, { token: member.token, body: '--b--\r\n', headers })).status).toBe(400)
  })
})

describe('who may upload', () => {
  it('is limited to sixty an hour, whatever the result', async () => {
    const member = await testServer.member()
    const bucket = `photo-upload ${member.session.angelId}`
    for (let n = 0; n < 59; n += 1) await countAttempt(testServer.database.db, bucket, new Date())
    expect((await upload(testServer, member, Buffer.from('hello'))).status).toBe(415)
    expect((await upload(testServer, member, Buffer.from('hello'))).status).toBe(429)
  })

  it('needs a confirmed member, and their own id', async () => {
    const [member, other] = [await testServer.member(), await testServer.member()]
    const unconfirmed = await testServer.member({ confirmed: false })
    expect((await upload(testServer, unconfirmed, files.jpeg)).body.code).toBe('not_verified')
    expect((await upload(testServer, member, files.jpeg, { trackerId: other.session.clickid })).status).toBe(404)
    expect((await upload(testServer, { ...member, token: 'A'.repeat(43) }, files.jpeg)).status).toBe(401)
    expect(await albumOf(other)).toEqual([])
  })

  it('accepts six photos, each once, however many are concurrent', async () => {
    const member = await testServer.member()
    const first = await upload(testServer, member, files.jpeg)
    expect(first.status).toBe(200)
    const smaller = await sharp(files.jpeg).resize(400).jpeg({ quality: 60 }).toBuffer()
    expect(codeOf(await upload(testServer, member, smaller))).toEqual([409, 'same_photo', undefined])
    const different = await Promise.all(Array.from({ length: 20 }, (_, n) => jpeg(100 + n)))
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => upload(testServer, member, different[n % 20] ?? files.jpeg)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    let n = 0
    for (; (await albumOf(member)).length < 6; n += 1) await upload(testServer, member, different[n] ?? files.jpeg)
    expect(codeOf(await upload(testServer, member, await jpeg(99)))).toEqual([409, 'too_many_photos', undefined])
    // One that was deleted leaves its place at once, though it can be restored for some seconds.
    const [oldest] = await albumOf(member)
    const address = `/api/photos/${member.session.clickid}/${oldest?.name}`
    expect((await testServer.call(address, { method: 'DELETE', token: member.token })).status).toBe(200)
    expect((await upload(testServer, member, await jpeg(99))).status).toBe(200)
    expect((await albumOf(member)).filter(({ predefinita }) => predefinita)).toHaveLength(1)
    const { rows } = await testServer.database.pool.query(
      "select p.id from member_photos p join members m on m.id = p.member_id where m.brand_id = 'local'",
    )
    expect((await filesOf('photos')).sort()).toEqual(rows.map(({ id }) => id).sort())
  })
})

it('waits for approval where the brand requires it, visible to its owner only', async () => {
  const host = 'battito.localhost'
  const [owner, viewer] = [await testServer.member({ host, gender: 'woman' }), await testServer.member({ host })]
  expect((await upload(testServer, owner, files.jpeg, { host })).status).toBe(200)
  const { body } = await testServer.call(`/api/photos/${owner.session.clickid}`, { token: owner.token, host })
  expect(body.album).toMatchObject([{ state: 'pending', predefinita: true }])
  const rows = testServer.database.db.selectFrom('member_photos').selectAll()
  expect(await rows.where('member_id', '=', owner.session.angelId).execute()).toEqual([
    {
      member_id: owner.session.angelId,
      id: body.album[0].name,
      storage_key: `photos/${body.album[0].name}/master.jpg`,
      state: 'pending',
      is_default: true,
      created_at: expect.any(Date),
      position: 1,
      thumbhash: expect.any(Buffer),
      perceptual_hash: expect.any(Buffer),
      refusal: null,
      decided_at: null,
      removed_at: null,
      site_origin: testServer.url.replace('localhost', host),
    },
  ])
  const look = async ({ token }: TestMember) => (await testServer.call(body.album[0].path, { token, host })).status
  expect([await look(owner), await look(viewer)]).toEqual([200, 404])
})

describe('an upload overtaken by another', () => {
  /** Written by another process while the upload waits for the album. */
  async function overtaken(member: TestMember, count: number, hash: Buffer | null): Promise<Answer> {
    const { pool } = testServer.database
    const holder = await pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from members where id = $1 for no key update', [member.session.angelId])
      const answer = upload(testServer, member, files.jpeg)
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like 'select from members where id = %'`
      await expect.poll(async () => (await pool.query(waiting)).rowCount, { interval: 10, timeout: 10_000 }).toBe(1)
      await holder.query(
        `insert into member_photos (member_id, id, storage_key, state, position, perceptual_hash, created_at)
         select $1, gen_random_uuid(), 'x', 'approved', n, $3, now() from generate_series(1, $2::int) n`,
        [member.session.angelId, count, hash],
      )
      await holder.query('commit')
      return await answer
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  }

  it('is refused if one too many or a duplicate, and leaves no file', async () => {
    const [full, same, first] = [await testServer.member(), await testServer.member(), await testServer.member()]
    const masters = async () => (await filesOf('photos', true)).filter((path) => path.endsWith('master.jpg'))
    const before = await masters()
    expect(codeOf(await overtaken(full, 6, null))).toEqual([409, 'too_many_photos', undefined])
    const { name } = (await upload(testServer, first, files.jpeg)).body.data
    const { rows } = await testServer.database.pool.query('select perceptual_hash from member_photos where id = $1', [
      name,
    ])
    expect(codeOf(await overtaken(same, 1, rows[0].perceptual_hash))).toEqual([409, 'same_photo', undefined])
    expect((await masters()).sort()).toEqual([...before, `${name}/master.jpg`].sort())
  })
})
