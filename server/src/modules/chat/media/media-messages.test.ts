import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedInBrands, checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { moderateReports } from '#commands/reports.ts'
import { checkLedger } from '#modules/credits/index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { jpeg, picture, upload } from '#modules/photos/testing/pictures.ts'
import { exportConversations } from '../export.ts'
import { chat, conversingOn } from '../testing/conversing.ts'
import { writeMp4 } from './voice/write-mp4.ts'
import { aacRecording, fragmentedMp4, ogg, recording } from '../testing/recordings.ts'

const enqueueEmail = emailQueue(() => new Date())

/* Photos and voice messages in a conversation: who may send them, what they cost, and who can download them. */

let testServer: TestServer
let photo: Buffer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
  photo = await jpeg(7)
}, 60_000)
afterAll(async () => {
  expect((await checkLedger(testServer.database.db)).differences).toEqual([])
  await testServer.close()
})
const { history, give, become, newSession } = conversingOn(() => testServer)

const idOf = ({ session }: TestMember): string => session.angelId
const folder = () => join(testServer.config.dataDir, 'storage/messages')
const send = (from: TestMember, to: TestMember, bytes = photo) =>
  upload(testServer, from, bytes, { address: `/api/messages/${idOf(to)}/photo` })
const uploaded = async (from: TestMember, to: TestMember): Promise<string> => {
  const { status, body } = await send(from, to)
  expect([status, body]).toEqual([200, { mediaId: expect.any(String) }])
  return body.mediaId
}
const photoMessage = (from: TestMember, to: TestMember, mediaId: string, id: string = randomUUID()) => ({
  ...chat(from, to, '', id),
  mediaId,
})
const addressOf = (mediaId: string): string => `/media/messages/${mediaId}`
const look = async (mediaId: string, { token }: { token?: string } = {}) =>
  (await testServer.call(addressOf(mediaId), token === undefined ? {} : { token })).status
const credits = async (member: TestMember): Promise<number> => {
  const { messages } = await testServer.database.db
    .selectFrom('wallets')
    .select('messages')
    .where('member_id', '=', idOf(member))
    .executeTakeFirstOrThrow()
  return messages
}
const run = (job: 'chat-remove-unsent' | 'chat-remove-file' | 'accounts-remove-photos', payload: object) =>
  testServer.context.jobs.handlers[job]?.(payload as never, { attempt: 1, last: false })
const planned = async (job: string): Promise<Record<string, never>[]> => {
  const { rows } = await testServer.database.pool.query(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = $1 order by j.id`,
    [job],
  )
  return rows.map(({ payload }) => payload)
}
/** A free man, and a woman with a plan or of the given level, who have both written. */
async function conversing(hers: 0 | 1 = 1) {
  const [man, inserted] = await Promise.all([testServer.member(), testServer.member({ gender: 'woman' })])
  await become(inserted, hers)
  await give(inserted, 100)
  const woman = { ...inserted, token: await newSession(inserted) }
  const [his, her] = [await man.connect(), await woman.connect(undefined, woman.token)]
  await his.send('chat', chat(man, woman, 'Ciao'))
  await her.send('chat', chat(woman, man, 'Ciao'))
  return { man, woman, his, hers: her }
}
/** He has sent her a photo. */
async function sent(hers?: 0 | 1) {
  const both = await conversing(hers)
  await give(both.man, 100)
  const mediaId = await uploaded(both.man, both.woman)
  const message = photoMessage(both.man, both.woman, mediaId)
  const answer = await both.his.send('chat', message)
  expect(answer).toMatchObject({ ok: true })
  return { ...both, mediaId, message, seq: answer.message.seq as number, id: answer.message.id as string }
}

/** The newest message of the member’s archive. */
const lastOf = async (member: TestMember) => {
  const flow = { hooks: { blurred: false }, clearReplies: 0 } as never
  const all = []
  for await (const { messages } of exportConversations(testServer.database.pool, {
    memberId: idOf(member),
    level: 1,
    flow,
  }))
    all.push(...messages)
  return all.at(-1)
}

describe('a photo', () => {
  it('reaches the two of its conversation as a message, for its price, and no one else', async () => {
    const { man, woman, his, hers } = await conversing()
    const before = await credits(man)
    const mediaId = await uploaded(man, woman)
    expect(await credits(man)).toBe(before)
    expect([await look(mediaId, man), await look(mediaId, woman)]).toEqual([404, 404])
    const answer = await his.send('chat', photoMessage(man, woman, mediaId))
    const media = { kind: 'photo', path: addressOf(mediaId), width: 800, height: 600, thumbhash: expect.any(String) }
    expect(answer).toMatchObject({
      ok: true,
      message: { seq: 3, msg: '', media, masked: false },
      creditiTotali: before - 2,
    })
    expect(await credits(man)).toBe(before - 2)
    expect((await hers.next('chat', ({ message }) => message.seq === 3)).message).toMatchObject({
      msg: '',
      media,
      type: 'messaggio',
    })
    expect((await history(woman, man)).at(-1)).toMatchObject({ msg: '', media })
    const list = await testServer.call(`/api/get/messages/${woman.session.clickid}`, { token: woman.token })
    expect(list.body.messages[0]).toMatchObject({ msg: '', preview: '', media: 'photo' })

    const stranger = await testServer.member()
    const elsewhere = await testServer.member({ host: 'battito.localhost' })
    expect([
      await look(mediaId, man),
      await look(mediaId, woman),
      await look(mediaId, stranger),
      await look(mediaId),
      await look(randomUUID(), woman),
      await look('x', woman),
      (await testServer.call(addressOf(mediaId), { token: elsewhere.token, host: 'battito.localhost' })).status,
    ]).toEqual([200, 200, 404, 404, 404, 404, 404])
  })

  it('is re-encoded without metadata, and never cached', async () => {
    const { man, woman, his } = await conversing()
    const taken = await (
      await picture(5, { width: 3000, height: 2000 })
    )
      .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '41/1 54/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { mediaId } = (await send(man, woman, Buffer.concat([taken, Buffer.from('MotionPhoto_hidden')]))).body
    const { message } = await his.send('chat', photoMessage(man, woman, mediaId))
    expect(message.media).toMatchObject({ width: 667, height: 1000 })
    const answer = await fetch(`${testServer.url}${addressOf(mediaId)}`, {
      headers: { authorization: `Bearer ${woman.token}` },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(['content-type', 'cache-control', 'x-content-type-options'].map((name) => answer.headers.get(name))).toEqual(
      ['image/webp', 'private, no-store', 'nosniff'],
    )
    const { format, exif, xmp, icc, orientation } = await sharp(bytes).metadata()
    expect([format, exif, xmp, icc, orientation]).toEqual(['webp', undefined, undefined, undefined, undefined])
    expect(bytes.includes('hidden')).toBe(false)
  })

  it('is one message and one debit, however often and with whatever id it is sent', async () => {
    const { man, woman, his } = await conversing()
    await give(man, 100)
    const before = await credits(man)
    const [first, second] = [await uploaded(man, woman), await uploaded(man, woman)]
    const message = photoMessage(man, woman, first)
    const answers = await Promise.all([his.send('chat', message), his.send('chat', message)])
    expect(answers.map(({ ok, message: { seq } }) => [ok, seq])).toEqual([
      [true, 3],
      [true, 3],
    ])
    const codes = []
    for (const other of [
      { ...message, mediaId: second },
      { ...message, mediaId: undefined, msg: 'Ciao' },
      photoMessage(man, woman, first),
    ])
      codes.push((await his.send('chat', other)).code)
    expect(codes).toEqual(['duplicate_id', 'duplicate_id', 'not_found'])
    const twice = await Promise.all([
      his.send('chat', photoMessage(man, woman, second)),
      his.send('chat', photoMessage(man, woman, second)),
    ])
    expect(twice.map(({ ok, code }) => (ok ? 'sent' : code)).sort()).toEqual(['not_found', 'sent'])
    expect(await credits(man)).toBe(before - 4)
    expect((await history(woman, man)).filter(({ media }: { media: unknown }) => media)).toHaveLength(2)
  })

  it('can be a reply, is quoted without a text, and can be neither edited nor found', async () => {
    const { man, woman, his, hers } = await conversing()
    const mediaId = await uploaded(man, woman)
    // Only another conversation has a third message.
    const other = await conversing()
    expect((await other.his.send('chat', chat(other.man, other.woman, 'E poi?'))).message.seq).toBe(3)
    expect(await his.send('chat', { ...photoMessage(man, woman, mediaId), replyTo: 3 })).toMatchObject({ ok: false })
    const answer = await his.send('chat', { ...photoMessage(man, woman, mediaId), replyTo: 2 })
    expect(answer.message).toMatchObject({ seq: 3, media: { kind: 'photo' }, replyTo: { seq: 2, media: null } })
    const path = `/api/messages/${idOf(woman)}`
    const edited = await testServer.call(`${path}/3`, { method: 'PUT', token: man.token, body: { text: 'Altro' } })
    expect([edited.status, edited.body.code]).toEqual([409, 'no_text'])
    expect((await hers.send('chat', { ...chat(woman, man, 'Bella'), replyTo: 3 })).message.replyTo).toMatchObject({
      seq: 3,
      msg: '',
      media: 'photo',
    })
    const found = await testServer.call(`${path}/search`, { token: man.token, body: { text: '-' } })
    expect(found.body.found).toEqual([])
  })

  it('that is not an image is refused and leaves no file', async () => {
    const { man, woman } = await conversing()
    const before = existsSync(folder()) ? await readdir(folder()) : []
    const statuses = []
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('<!doctype html><svg></svg>'),
      Buffer.from('\x1aE\xdf\xa3webm', 'latin1'),
      Buffer.concat([photo, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
      photo.subarray(0, photo.length / 2),
      Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024)]),
    ])
      statuses.push((await send(man, woman, bytes)).status)
    expect(statuses).toEqual([415, 415, 415, 415, 400, 413])
    expect(existsSync(folder()) ? await readdir(folder()) : []).toEqual(before)
  })
})

describe('a photo is refused', () => {
  it('until both have written, and where there is no conversation or it is closed', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const his = await man.connect()
    expect((await send(man, woman)).status).toBe(404)
    await his.send('chat', chat(man, woman, 'Ciao'))
    expect((await send(man, woman)).body).toMatchObject({ status: 409, code: 'not_answered' })
    const open = await conversing()
    const mediaId = await uploaded(open.man, open.woman)
    await testServer.call('/api/block', { token: open.woman.token, body: { angelId: idOf(open.man) } })
    expect((await send(open.man, open.woman)).body).toMatchObject({ status: 403, code: 'writing_disabled' })
    expect(await open.his.send('chat', photoMessage(open.man, open.woman, mediaId))).toMatchObject({
      ok: false,
      code: 'writing_disabled',
    })
  })

  it('when it is another member’s, for another conversation, unknown, combined with a text, or not paid for', async () => {
    const { man, woman, his, hers } = await conversing()
    const mediaId = await uploaded(man, woman)
    const other = await conversing()
    const codeOf = async (socket: typeof his, data: object): Promise<string> => (await socket.send('chat', data)).code
    const before = await credits(man)
    expect([
      await codeOf(hers, photoMessage(woman, man, mediaId)),
      await codeOf(his, photoMessage(man, other.woman, mediaId)),
      await codeOf(his, photoMessage(man, woman, randomUUID())),
      await codeOf(his, { ...photoMessage(man, woman, mediaId), msg: 'Ciao' }),
      await codeOf(his, { ...photoMessage(man, woman, mediaId), mediaId: 'x' }),
    ]).toEqual(['not_found', 'not_found', 'not_found', 'media_and_text', 'invalid'])
    expect(await credits(man)).toBe(before)
    await give(man, 1 - before)
    expect(await codeOf(his, photoMessage(man, woman, mediaId))).toBe('fine_crediti')
    expect(await credits(man)).toBe(1)
    await give(man, 1)
    expect(await his.send('chat', photoMessage(man, woman, mediaId))).toMatchObject({ ok: true, creditiTotali: 0 })
  })

  it('when twenty are waiting to be sent', async () => {
    const { man, woman, his } = await conversing()
    await give(man, 20)
    expect(await his.send('chat', photoMessage(man, woman, await uploaded(man, woman)))).toMatchObject({ ok: true })
    const mediaId = await uploaded(man, woman)
    await testServer.database.pool.query(
      `insert into message_media (id, sender_id, conversation_id, kind, storage_key, width, height, thumbhash, created_at)
       select gen_random_uuid(), sender_id, conversation_id, kind, 'messages/x', 1, 1, '', now()
       from message_media, generate_series(1, 18) where id = $1`,
      [mediaId],
    )
    // The twentieth; the one that was sent no longer counts.
    await uploaded(man, woman)
    const files = await readdir(folder())
    expect((await send(man, woman)).status).toBe(429)
    expect(await readdir(folder())).toEqual(files)
  })
})

describe('of a photo that the reader may not see', () => {
  it('only its kind is sent, until their level allows it', async () => {
    const { man, woman, his, hers, mediaId: firstReply } = await sent(0)
    const mediaId = await uploaded(man, woman)
    await his.send('chat', photoMessage(man, woman, mediaId))
    const covered = {
      msg: '',
      blurredMessage: expect.any(String),
      media: { kind: 'photo', path: null, width: null, height: null, thumbhash: null },
    }
    expect((await hers.next('chat', ({ message }) => message.seq === 4)).message).toMatchObject(covered)
    expect((await history(woman, man)).at(-1)).toMatchObject(covered)
    // The first reply is readable, as a text would be.
    expect([await look(firstReply, woman), await look(mediaId, woman), await look(mediaId, man)]).toEqual([
      200, 404, 200,
    ])
    await become(woman, 1)
    const token = await newSession(woman)
    expect((await history({ ...woman, token }, man)).at(-1).media.path).toBe(addressOf(mediaId))
    expect(await look(mediaId, { token })).toBe(200)
  })

  it.each(['blocked', 'deactivated'] as const)(
    'because its sender %s, the message stays without the file',
    async (why) => {
      const { man, woman, mediaId } = await sent()
      if (why === 'blocked') await testServer.call('/api/block', { token: man.token, body: { angelId: idOf(woman) } })
      else await testServer.database.pool.query(`update members set state = 'deactivated' where id = $1`, [idOf(man)])
      expect((await history(woman, man)).at(-1)).toMatchObject({
        blurredMessage: null,
        media: { kind: 'photo', path: null, thumbhash: null },
      })
      expect(await look(mediaId, woman)).toBe(404)
    },
  )

  it('because they deleted it for themselves, the sender keeps it', async () => {
    const { man, woman, mediaId, seq } = await sent()
    await testServer.call(`/api/messages/${idOf(man)}/${seq}/hidden`, {
      method: 'PUT',
      token: woman.token,
      body: { hidden: true },
    })
    expect([await look(mediaId, woman), await look(mediaId, man)]).toEqual([404, 200])
  })
})

describe('the file of a photo is removed', () => {
  it('when it is withdrawn, and its price is refunded', async () => {
    const { man, woman, his, mediaId, seq } = await sent()
    const other = await uploaded(man, woman)
    await his.send('chat', photoMessage(man, woman, other))
    const before = await credits(man)
    const answer = await testServer.call(`/api/messages/${idOf(woman)}/${seq}`, { method: 'DELETE', token: man.token })
    expect(await look(other, man)).toBe(200)
    expect(answer.body.message).toMatchObject({ withdrawn: true, media: null, msg: '' })
    expect(await credits(man)).toBe(before + 2)
    expect([await look(mediaId, woman), await look(mediaId, man)]).toEqual([404, 404])
    const [job] = (await planned('chat-remove-file')).filter(({ storageKey }) => String(storageKey).includes(mediaId))
    const file = join(folder(), `${mediaId}.webp`)
    expect(existsSync(file)).toBe(true)
    await run('chat-remove-file', job ?? {})
    expect(existsSync(file)).toBe(false)
  })

  it('is refused where one of the two has not written any more', async () => {
    const { man, woman, his } = await conversing(0)
    await give(man, 100)
    const mediaId = await uploaded(man, woman)
    const { db } = testServer.database
    await sql`update conversations set low_wrote = low_id = ${idOf(man)}, high_wrote = high_id = ${idOf(man)}
      where ${idOf(man)} in (low_id, high_id)`.execute(db)
    expect(await his.send('chat', photoMessage(man, woman, mediaId))).toMatchObject({ ok: false, code: 'not_answered' })
  })

  it('a day after its upload, unless it was sent', async () => {
    const { man, woman, mediaId: kept } = await sent()
    const lost = await uploaded(man, woman)
    const waiting = (await planned('chat-remove-unsent')).map(({ mediaId }) => mediaId)
    expect(waiting).toEqual(expect.arrayContaining([kept, lost]))
    for (const mediaId of [kept, lost, lost]) await run('chat-remove-unsent', { mediaId })
    expect([kept, lost].map((id) => existsSync(join(folder(), `${id}.webp`)))).toEqual([true, false])
    expect(await look(kept, woman)).toBe(200)
  })

  it('when its sender is erased: the other keeps the message without it', async () => {
    const { man, woman, mediaId, seq } = await sent()
    await testServer.database.pool.query(
      `update members set state = 'deleting', deletion_due_at = now() - interval '1 hour' where id = $1`,
      [idOf(man)],
    )
    await testServer.context.jobs.handlers['accounts-erase']?.({}, { attempt: 1, last: false })
    const { rows } = await testServer.database.pool.query('select other_id from inbox where member_id = $1', [
      idOf(woman),
    ])
    const left = await testServer.call(`/api/get/messages/${woman.session.clickid}/${rows[0].other_id}`, {
      token: woman.token,
    })
    expect(left.body.at(-1)).toMatchObject({ seq, msg: '', media: { kind: 'photo', path: null } })
    expect(await look(mediaId, woman)).toBe(404)
    for (const payload of await planned('accounts-remove-photos')) await run('accounts-remove-photos', payload)
    expect(existsSync(join(folder(), `${mediaId}.webp`))).toBe(false)
  })
})

describe('a photo that was sent', () => {
  it('is included in a report, and cannot be withdrawn then', async () => {
    const { man, woman, mediaId, id, seq } = await sent()
    await testServer.call('/api/report', {
      token: woman.token,
      body: { angelId: idOf(man), reason: 'photo', messageIds: [id] },
    })
    const { lines } = await moderateReports(['list', '--brand', 'local'], {
      db: testServer.database.db,
      flows: checkedInFlows(),
      brands: checkedInBrands(),
      enqueueEmail,
      clock: () => new Date(),
      brandKeys: ['local'],
      user: 'root',
    })
    const [, path = ''] = /reported: \(photo\) DATA_DIR\/(\S+)/.exec(lines.join('\n')) ?? []
    expect(path).toContain(mediaId)
    expect((await readFile(join(testServer.config.dataDir, path))).subarray(8, 12).toString()).toBe('WEBP')
    const withdrawn = await testServer.call(`/api/messages/${idOf(woman)}/${seq}`, {
      method: 'DELETE',
      token: man.token,
    })
    expect(withdrawn.status).toBe(409)
  })

  it('is in the sender’s own archive, and only listed in the other’s', async () => {
    const { man, woman, mediaId } = await sent()
    expect(await lastOf(man)).toMatchObject({ text: '', media: 'photo', file: `messages/${mediaId}.webp` })
    expect(await lastOf(woman)).toMatchObject({ text: '', media: 'photo', file: null })
  })
})

describe('a voice message', () => {
  const waveform = '00ff80'
  const say = (from: TestMember, to: TestMember, bytes = ogg(recording(7000)), given = waveform) =>
    upload(testServer, from, bytes, { address: `/api/messages/${idOf(to)}/voice?waveform=${given}` })

  it('is sent like a photo, with its length and waveform, for its price and by the same rules', async () => {
    const { man, woman, his, hers } = await conversing(0)
    await give(man, 100)
    const before = await credits(man)
    const [first, second] = [(await say(man, woman)).body.mediaId, (await say(man, woman)).body.mediaId]
    expect((await his.send('chat', photoMessage(man, woman, first))).message.media).toEqual({
      kind: 'voice',
      path: addressOf(first),
      width: null,
      height: null,
      thumbhash: null,
      durationMs: 7000,
      waveform: [0, 255, 128],
    })
    await his.send('chat', photoMessage(man, woman, second))
    expect(await credits(man)).toBe(before - 4)
    const covered = await hers.next('chat', ({ message }) => message.seq === 4)
    expect(covered.message.media).toMatchObject({ kind: 'voice', path: null, durationMs: null, waveform: null })
    expect([await look(first, woman), await look(second, woman), await look(second, man)]).toEqual([200, 404, 200])
    const answer = await testServer.call(addressOf(first), { token: woman.token })
    expect(answer.headers.get('content-type')).toBe('audio/webm')
    expect(existsSync(join(folder(), `${first}.webm`))).toBe(true)
  })

  it('of Safari is served as what it is, and is in its sender’s archive', async () => {
    const { man, woman, his } = await conversing()
    const file = fragmentedMp4(aacRecording(100))
    const { mediaId } = (await say(man, woman, file)).body
    expect((await his.send('chat', photoMessage(man, woman, mediaId))).message.media).toMatchObject({
      durationMs: 2322,
    })
    const answer = await fetch(testServer.url + addressOf(mediaId), {
      headers: { authorization: `Bearer ${woman.token}` },
    })
    expect(answer.headers.get('content-type')).toBe('audio/mp4')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(writeMp4(aacRecording(100)))
    expect(await lastOf(man)).toMatchObject({ media: 'voice', file: `messages/${mediaId}.m4a` })
  })

  it('that is not a recording, or has no fitting waveform, is refused and leaves no file', async () => {
    const { man, woman } = await conversing()
    const before = await readdir(folder())
    const codes = []
    for (const answer of [
      await say(man, woman, photo),
      await say(man, woman, Buffer.alloc(0)),
      await say(man, woman, ogg(recording(62_000))),
      await say(man, woman, undefined, ''),
      await say(man, woman, undefined, '0'),
      await say(man, woman, undefined, 'zz'),
      await say(man, woman, undefined, '00'.repeat(65)),
    ])
      codes.push([answer.status, answer.body.code])
    expect(codes).toEqual([
      [415, 'no_recording'],
      [415, 'no_recording'],
      [413, 'recording_too_large'],
      ...Array.from({ length: 4 }, () => [400, 'invalid']),
    ])
    expect(await readdir(folder())).toEqual(before)
  })
})
