import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import type { Principal } from '#platform/caller.ts'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { createApp } from '#platform/http/app.ts'
import { createHttp } from '#platform/http/bind.ts'
import { newId } from '#platform/ids.ts'
import { type Bus, openBus } from '#platform/live/bus.ts'
import { createRealtime } from '#platform/live/realtime.ts'
import { createLog } from '#platform/process/log.ts'
import type { Storage } from '#platform/storage.ts'
import { createLocalStorage } from '#platform/storage/local.ts'
import { createPhotos, type Photos } from './index.ts'
import { createCoalescer, createLimit } from './limits.ts'
import { createSignedUrls, isSignedBy, signedUrl } from './signed-urls.ts'
import { isSamePicture } from './upload/perceptual-hash.ts'
import { createPlaces } from './upload/places.ts'

let database: TestDatabase
let handle: DatabaseHandle
let folder: string
let storage: Storage
let reads: string[]
let photos: Photos
let app: Awaited<ReturnType<typeof createApp>>
let bus: Bus
const memberId = newId()

const input = (byte: number) => ({
  db: handle.db,
  pool: handle.pool,
  storage,
  brands: checkedInBrands(),
  bus,
  realtime: createRealtime(bus),
  log: createLog('silent'),
  clock: () => new Date(),
  keys: [Buffer.alloc(32, byte)] as const,
  space: { isShort: async () => false },
})

async function addPhoto(storageKey: string, state = 'approved'): Promise<string> {
  const id = newId()
  await handle.db
    .insertInto('member_photos')
    .values({ member_id: memberId, id, storage_key: storageKey, state, created_at: new Date() })
    .execute()
  return id
}

beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url, { size: 4 })
  folder = await mkdtemp(join(tmpdir(), 'photos-'))
  const local = createLocalStorage(folder)
  reads = []
  storage = {
    ...local,
    get: (key) => {
      reads.push(key)
      return local.get(key)
    },
  }
  bus = await openBus({ brokerUrl: undefined, keys: [Buffer.alloc(32)], log: createLog('silent') })
  photos = createPhotos(input(1))
  app = await createApp({ log: createLog('silent'), trustedProxies: [] })
  await photos.routes(
    createHttp(app, {
      siteOf: () => ({ brandId: 'local', poolId: 'local', host: 'localhost', origin: 'http://localhost' }),
      // The viewer is the owner; other viewers are tested through the whole server.
      callerOf: async () => ({ kind: 'member', member: { memberId, poolId: 'local' } as Principal }),
      limitFactor: 1,
    }),
  )
  const now = new Date()
  await handle.db
    .insertInto('members')
    .values({
      id: memberId,
      brand_id: 'local',
      pool_id: 'local',
      clickid: 'c',
      email: 'a@b.example',
      screen_name: 'Anna',
      gender: 'woman',
      seeks: 'man',
      age_stated: 30,
      age_stated_on: now,
      country: 'IT',
      locale: 'it',
      flow_id: '7',
      flow_version: '1',
      last_active_at: now,
      created_at: now,
    })
    .execute()
  await storage.put(
    'originals/a.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="600" fill="#f00"/></svg>',
  )
  await storage.put(
    'originals/b.jpg',
    await sharp({ create: { width: 600, height: 300, channels: 3, background: '#00f' } })
      .withExif({ IFD0: { Artist: 'somebody' } })
      .jpeg()
      .toBuffer(),
  )
  await storage.put('originals/c.svg', 'no picture')
})
afterAll(async () => {
  await app?.close()
  await handle?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('pictures', () => {
  test.each([
    ['card', 480, 640],
    ['avatar', 160, 160],
    ['full', 750, 1000],
  ] as const)('%s of a drawn portrait', async (variant, width, height) => {
    const id = await addPhoto('originals/a.svg')
    const reply = await app.inject(photos.url(id, variant))
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=50, immutable',
      'x-content-type-options': 'nosniff',
      vary: expect.stringMatching(/\baccept(,|$)/),
    })
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width, height })
  })

  test('a photograph is cropped, not enlarged unnecessarily, and loses its metadata', async () => {
    const id = await addPhoto('originals/b.jpg')
    const full = await sharp((await app.inject(photos.url(id, 'full'))).rawPayload).metadata()
    expect(full).toMatchObject({ width: 600, height: 300 })
    expect(full.exif).toBeUndefined()
    expect(await sharp((await app.inject(photos.url(id, 'card'))).rawPayload).metadata()).toMatchObject({
      width: 480,
      height: 640,
    })
  })

  test('concurrent requests render a picture once, later ones read it', async () => {
    const id = await addPhoto('originals/a.svg')
    reads.length = 0
    const replies = await Promise.all(Array.from({ length: 8 }, () => app.inject(photos.url(id, 'card'))))
    expect(replies.every((reply) => reply.statusCode === 200)).toBe(true)
    await app.inject(photos.url(id, 'card'))
    expect(reads.filter((key) => key === 'originals/a.svg')).toHaveLength(1)
  })
})

describe('what answers 404', () => {
  test('a wrong, missing or foreign signature, an unknown variant', async () => {
    const id = await addPhoto('originals/a.svg')
    const url = photos.url(id, 'card')
    for (const path of [
      url.slice(0, -1),
      `${url}x`,
      url.replace('?s=', '?t='),
      url.replace('card', 'full'),
      url.replace('card', 'huge'),
      `${url}&s=1`,
      `/media/${id}/card`,
      `/media/${id}/card.webp`,
    ]) {
      expect((await app.inject(path)).statusCode, path).toBe(404)
    }
    expect((await app.inject(createPhotos(input(2)).url(id, 'card'))).statusCode).toBe(404)
  })

  test('an unknown, refused or missing photo', async () => {
    for (const id of [newId(), await addPhoto('originals/a.svg', 'refused'), await addPhoto('originals/gone.svg')]) {
      expect((await app.inject(photos.url(id, 'card'))).statusCode).toBe(404)
    }
  })

  test('a deleted photo, although its rendition exists', async () => {
    const id = await addPhoto('originals/a.svg')
    expect((await app.inject(photos.url(id, 'card'))).statusCode).toBe(200)
    await handle.db.deleteFrom('member_photos').where('id', '=', id).execute()
    bus.publish('visibility', { memberId })
    expect((await app.inject(photos.url(id, 'card'))).statusCode).toBe(404)
  })

  test('invalid images fail without details, every time', async () => {
    const id = await addPhoto('originals/c.svg')
    expect((await app.inject(photos.url(id, 'card'))).statusCode).toBe(500)
    const second = await app.inject(photos.url(id, 'card'))
    expect(second.statusCode).toBe(500)
    expect(second.body).not.toMatch(/svg|buffer|sharp/i)
  })
})

test('a limit bounds concurrency and passes places on after failures', async () => {
  const limited = createLimit(2)
  let running = 0
  let most = 0
  const work = async (): Promise<void> => {
    most = Math.max(most, ++running)
    await setImmediate()
    running -= 1
    if (most === 2) throw new Error('no')
  }
  await Promise.allSettled(Array.from({ length: 9 }, (_, n) => limited(`${n}`, work)))
  expect([most, running]).toEqual([2, 0])
})

test('a limit also holds for work that arrives while others wait', async () => {
  const limited = createLimit(1)
  const ends: (() => void)[] = []
  const begun: string[] = []
  const work = (name: string) =>
    limited(name, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  const works = [work('a'), work('b')]
  ends.shift()?.()
  await setImmediate()
  works.push(work('c'))
  await setImmediate()
  expect(begun).toEqual(['a', 'b'])
  ends.shift()?.()
  await setImmediate()
  expect(begun).toEqual(['a', 'b', 'c'])
  ends.shift()?.()
  await Promise.all(works)
})

test('a member uploads three at a time; what fills a process are bytes, not requests that send none', async () => {
  let isShort = false
  const inPlace = createPlaces({ isShort: async () => isShort }, 100)
  let end = (): void => undefined
  const until = new Promise<void>((resolve) => (end = resolve))
  const hold = (member: string, bytes: number) =>
    inPlace(member, async (room) => {
      room.take(bytes)
      await until
    })
  const silent = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].flatMap((member) => [1, 2, 3].map(() => hold(member, 0)))
  await expect(hold('a', 0)).rejects.toMatchObject({ status: 429 })
  const full = hold('j', 100)
  await expect(hold('k', 1)).rejects.toMatchObject({ status: 503 })
  end()
  await Promise.all([...silent, full])
  expect(await inPlace('a', async (room) => room.take(100))).toBeUndefined()
  expect(await inPlace('k', async (room) => room.take(100))).toBeUndefined()
  isShort = true
  await expect(inPlace('k', async (room) => room.take(1))).rejects.toMatchObject({ status: 503 })
})

test('two pictures differ by one place of another shade', () => {
  const hash = (shade: number, length = 768) => Buffer.alloc(length, 100).fill(shade, 10, 11)
  expect([hash(107), hash(93), hash(108), hash(92)].map((other) => isSamePicture(hash(100), other))).toEqual([
    true,
    true,
    false,
    false,
  ])
  // Of an older version.
  expect([isSamePicture(hash(100, 19), hash(100, 19)), isSamePicture(hash(100), hash(100, 19))]).toEqual([false, false])
})

test('a URL signed under an older secret is accepted, new ones use the newest', () => {
  const [newest, older, other] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]
  const id = newId()
  const by = (key: Buffer) => new URL(signedUrl([key], id, 'card'), 'http://a').searchParams.get('s') ?? ''
  const counts = (key: Buffer) => isSignedBy([newest, older], id, 'card', by(key))
  expect([newest, older, other].map(counts)).toEqual([true, true, false])
  expect(signedUrl([newest, older], id, 'card')).toContain(by(newest))
})

test('remembered signatures are those of the keys, and of their picture and size only', () => {
  const [newest, older, other] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]
  const [id, another] = [newId(), newId()]
  const urls = createSignedUrls([newest, older])
  const by = (key: Buffer, variant: 'card' | 'full' = 'card') => signedUrl([key], id, variant).split('?s=')[1] ?? ''
  const given = [newest, older, other].map((key) => by(key))
  const counts = () => given.map((signed) => urls.isSigned(id, 'card', signed))
  // Before it is known, and with what was remembered by checking and by signing.
  expect([counts(), counts()]).toEqual([
    [true, true, false],
    [true, true, false],
  ])
  expect([urls.url(id, 'card'), urls.url(id, 'card')]).toEqual(Array(2).fill(signedUrl([newest], id, 'card')))
  expect(urls.url(id, 'full')).toBe(signedUrl([newest], id, 'full'))
  expect(counts()).toEqual([true, true, false])
  expect([urls.isSigned(id, 'full', by(newest)), urls.isSigned(another, 'card', by(newest))]).toEqual([false, false])
  expect(urls.isSigned(id, 'card', `${by(newest)}A`)).toBe(false)
})

test('a failed shared run is not cached', async () => {
  const once = createCoalescer<number>()
  await expect(once('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await once('a', async () => 7)).toBe(7)
})
