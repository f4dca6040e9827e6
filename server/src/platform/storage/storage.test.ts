import { existsSync } from 'node:fs'
import { type FileHandle, mkdtemp, open, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isStorageKey, StorageUnavailable, type Storage } from '#platform/storage.ts'
import { createLocalStorage } from './local.ts'
import { addressIn, openPlace, openStorage } from './open.ts'
import { readS3Url } from './s3-url.ts'
import { createS3Storage } from './s3.ts'
import { listed } from './testing/listed.ts'
import { startS3Server, type S3Server } from './testing/s3-server.ts'

let folder: string
let server: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
  server = await startS3Server(['photos', 'other'])
  await writeFile(join(folder, 'secret'), 'outside')
})
afterEach(() => {
  server.fail(undefined)
  server.slow(undefined)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const places: readonly (readonly [string, () => string])[] = [
  ['a folder', () => join(folder, 'inside')],
  ['a bucket', () => server.url('photos')],
]

describe.each(places)('%s', (_name, place) => {
  let storage: Storage
  beforeAll(() => {
    storage = openPlace(place())
  })

  test('returns what was stored and lists it', async () => {
    await storage.put('a/b/one.txt', 'first')
    await Promise.all([storage.put('a/b/one.txt', 'second'), storage.put('a/b/one.txt', 'second')])
    await storage.put('a/two.bin', Buffer.from([0, 255, 128]))
    expect(String(await storage.get('a/b/one.txt'))).toBe('second')
    expect(await storage.get('a/two.bin')).toEqual(Buffer.from([0, 255, 128]))
    expect(await storage.stat('a/b/one.txt')).toEqual({ size: 6, modifiedAt: expect.any(Date) })
    expect(await listed(storage)).toEqual([
      { key: 'a/b/one.txt', size: 6 },
      { key: 'a/two.bin', size: 3 },
    ])
  })

  // Parts of a bucket's upload have eight megabytes.
  test.each([0, 1, 600_000, 8 * 1024 * 1024, 9_000_001])('stores a stream of %i bytes', async (size) => {
    const pieces = function* () {
      for (let left = size; left > 0; left -= 100_000) yield Buffer.alloc(Math.min(left, 100_000), left % 251)
    }
    expect(await storage.putStream('s/one.txt', Readable.from(pieces()))).toBe(size)
    const read = (await (await storage.getStream('s/one.txt'))?.toArray()) as Buffer[]
    expect(Buffer.concat(read).equals(Buffer.concat([...pieces()]))).toBe(true)
    expect((await storage.stat('s/one.txt'))?.size).toBe(size)
  })

  test('a stream that fails leaves the previous content, nothing half written and no open source', async () => {
    await storage.put('s/one.txt', 'before')
    const before = await listed(storage)
    for (const bytes of [300_000, 9_000_000]) {
      const broken = Readable.from(
        (async function* () {
          yield Buffer.alloc(bytes, 'x')
          throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
        })(),
      )
      // The source's own error, and not the storage's.
      const error: unknown = await storage.putStream('s/one.txt', broken).catch((thrown: unknown) => thrown)
      expect([(error as Error).message, error instanceof StorageUnavailable, broken.destroyed]).toEqual([
        'gone',
        false,
        true,
      ])
    }
    expect(String(await storage.get('s/one.txt'))).toBe('before')
    expect(await listed(storage)).toEqual(before)
  })

  test('loses what killed processes left half written, once it is old, and nothing else', async () => {
    const soon = () => new Date(Date.now() + 60_000)
    const before = await listed(storage)
    const goOn = Promise.withResolvers<void>()
    const slow = async function* () {
      yield Buffer.alloc(9_000_000, 'x')
      await goOn.promise
      yield 'end'
    }
    const written = storage.putStream('h/slow.zip', Readable.from(slow()))
    expect(await storage.sweep(new Date(Date.now() - 86_400_000))).toBe(0)
    goOn.resolve()
    expect(await written).toBe(9_000_003)

    const never = () => {
      const stream = new Readable({ read: () => undefined })
      stream.push(Buffer.alloc(9_000_000, 'x'))
      return stream
    }
    const killed = [never(), never()]
    // Half written until the end of the test: as after a kill, nothing removes it.
    const ends = killed.map((stream, n) => storage.putStream(`h/${n}.zip`, stream).catch(() => undefined))
    let removed = 0
    await expect.poll(async () => (removed += await storage.sweep(soon())), { timeout: 10_000 }).toBe(2)
    expect(await storage.sweep(soon())).toBe(0)
    expect(await listed(storage)).toEqual(
      [...before, { key: 'h/slow.zip', size: 9_000_003 }].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    )
    for (const stream of killed) stream.destroy(new Error('over'))
    await Promise.all(ends)
    await storage.remove('h/slow.zip')
  })

  test('returns undefined for what does not exist', async () => {
    for (const key of ['a/none', 'a/b', 'a', 'a/b/one.txt/under']) {
      expect(await storage.get(key)).toBeUndefined()
      expect(await storage.stat(key)).toBeUndefined()
    }
    expect(await storage.getStream('a/none')).toBeUndefined()
  })

  test('removes, also what does not exist, and nothing else', async () => {
    await storage.put('r/one', '1')
    await storage.put('r/one.more', '2')
    await Promise.all([storage.remove('r/one'), storage.remove('r/one')])
    await storage.remove('r/one')
    await storage.remove('r/none/at/all')
    expect(await storage.get('r/one')).toBeUndefined()
    expect(String(await storage.get('r/one.more'))).toBe('2')
  })

  test.each([
    '',
    '/',
    '../secret',
    'a/../../secret',
    'a//b',
    'a/',
    '.hidden',
    'a\\b',
    'a/b\0',
    '%2e%2e/secret',
    'x'.repeat(101),
    `${'x'.repeat(100)}/`.repeat(3) + 'x'.repeat(98),
  ])('“%s” is not a valid key', async (key) => {
    expect(isStorageKey(key)).toBe(false)
    for (const work of [
      () => storage.get(key),
      () => storage.getStream(key),
      () => storage.stat(key),
      () => storage.put(key, 'x'),
      () => storage.putStream(key, Readable.from(['x'])),
      () => storage.remove(key),
    ])
      await expect(async () => work()).rejects.toThrow('no storage key')
  })
})

test('limits a key to four hundred characters, and a part of it to a hundred', () => {
  for (const key of ['x'.repeat(100), `${'x'.repeat(100)}/`.repeat(3) + 'x'.repeat(97)])
    expect(isStorageKey(key)).toBe(true)
})

describe('a folder', () => {
  test('has files and folders that only their owner can read, and no temporary file', async () => {
    const storage = createLocalStorage(join(folder, 'inside'))
    await storage.put('private/one.txt', 'content')
    await expect(storage.putStream('private/one.txt/under', Readable.from(['x']))).rejects.toThrow()
    const permissions = async (name: string) => ((await stat(join(folder, 'inside', name))).mode & 0o777).toString(8)
    expect([await permissions('.'), await permissions('private'), await permissions('private/one.txt')]).toEqual([
      '700',
      '700',
      '600',
    ])
    expect(await readdir(join(folder, 'inside', 'private'))).toEqual(['one.txt'])
  })

  test('has what was stored on the disk, with its name, before it says so', async () => {
    const place = join(folder, 'flushed')
    const storage = createLocalStorage(place)
    const file = join(place, 'new/one/master.jpg')
    const any = await open(folder)
    const { sync } = Object.getPrototypeOf(any) as FileHandle
    await any.close()
    const flushed: string[] = []
    const spy = vi.spyOn(Object.getPrototypeOf(any) as FileHandle, 'sync').mockImplementation(async function (
      this: FileHandle,
    ) {
      const name = await readlink(`/proc/self/fd/${this.fd}`)
      flushed.push(`${relative(folder, name).replace(/\.[^/]*\.draft$/, 'DRAFT')} ${existsSync(file)}`)
      return sync.call(this)
    })
    try {
      await storage.put('new/one/master.jpg', 'x')
      // The names at the same time.
      expect([flushed[0], ...flushed.slice(1).toSorted()]).toEqual([
        'flushed/new/one/DRAFT false',
        ' true',
        'flushed true',
        'flushed/new true',
        'flushed/new/one true',
      ])
      flushed.length = 0
      await rm(file)
      await storage.putStream('new/one/master.jpg', Readable.from(['x']))
      expect(flushed).toEqual(['flushed/new/one/DRAFT false', 'flushed/new/one true'])
    } finally {
      spy.mockRestore()
    }
  })

  test.each([
    'ENOSPC',
    'EDQUOT',
    'EROFS',
    'EIO',
    'EACCES',
    'EPERM',
    'ESTALE',
    'ETIMEDOUT',
    'EHOSTDOWN',
    'ENOTCONN',
    'EMFILE',
    'ENFILE',
  ])('is unavailable after %s', async (code) => {
    const storage = createLocalStorage(join(folder, 'inside'))
    const failing = new Readable({ read: () => failing.destroy(Object.assign(new Error('words'), { code })) })
    const error: unknown = await storage.putStream('private/two', failing).catch((thrown: unknown) => thrown)
    expect([error instanceof StorageUnavailable, (error as Error).message]).toEqual([true, 'words'])
  })

  test('that is missing is empty; one that cannot be written is unavailable', async () => {
    expect(await listed(createLocalStorage(join(folder, 'none')))).toEqual([])
    // The system's own folder, in which not even root creates files.
    const storage = createLocalStorage('/sys/storage')
    for (const work of [() => storage.put('one', 'x'), () => storage.putStream('one', Readable.from(['x']))])
      await expect(work()).rejects.toThrow(StorageUnavailable)
  })
})

describe('a bucket', () => {
  const photos = () => openPlace(server.url('photos'))
  const everything = (storage: Storage) => [
    () => storage.get('a/two.bin'),
    () => storage.getStream('a/two.bin'),
    () => storage.stat('a/two.bin'),
    () => storage.put('n/one', 'x'),
    () => storage.putStream('n/one', Readable.from(['x'])),
    () => storage.putStream('n/one', Readable.from([Buffer.alloc(9_000_000)])),
    () => storage.remove('a/two.bin'),
    () => listed(storage),
    () => storage.sweep(new Date()),
  ]

  test.each(['away', 'full', 'denied'] as const)('that is %s is unavailable, and nothing changes', async (how) => {
    const storage = photos()
    const before = await listed(storage)
    server.fail(how)
    const errors = await Promise.all(everything(storage).map((work) => Promise.resolve(work()).catch((error) => error)))
    for (const error of errors) expect(error).toBeInstanceOf(StorageUnavailable)
    server.fail(undefined)
    expect(await listed(storage)).toEqual(before)
  })

  test('can be shared: a folder of it is a storage of its own', async () => {
    const [whole, deep] = [openPlace(server.url('other')), openPlace(server.url('other').replace('?', '/deep/in?'))]
    await whole.put('deep/inner', 'other')
    await deep.put('a/one', 'x')
    await deep.putStream('two', Readable.from(['xx']))
    expect(await listed(deep)).toEqual([
      { key: 'a/one', size: 1 },
      { key: 'two', size: 2 },
    ])
    await deep.remove('a/one')
    expect([await deep.get('a/one'), String(await deep.get('two')), String(await whole.get('deep/inner'))]).toEqual([
      undefined,
      'xx',
      'other',
    ])
  })

  test('that fails in the middle of a long upload has none of its parts', async () => {
    const storage = photos()
    server.fail('full', /partNumber=2/)
    await expect(storage.putStream('n/long', Readable.from([Buffer.alloc(9_000_000)]))).rejects.toThrow(
      StorageUnavailable,
    )
    expect(await storage.stat('n/long')).toBeUndefined()
    expect(server.asked.at(-2)).toMatch(/^DELETE \/photos\/n\/long\?.*uploadId=/)
  })

  test('on a slow line has the time that a file takes there, sent or read', async () => {
    // It takes three seconds, in which a service that says nothing would be given up twice.
    server.slow(1000)
    const content = Buffer.alloc(3_000_000, 'x')
    const place = readS3Url(server.url('photos'))
    const short = createS3Storage(place, { answerMs: 1500, leastBytesPerMs: Infinity })
    await expect(short.put('n/slow', content)).rejects.toThrow(StorageUnavailable)
    const long = createS3Storage(place, { answerMs: 1500, leastBytesPerMs: 100 })
    await long.put('n/slow', content)
    expect((await long.get('n/slow'))?.equals(content)).toBe(true)
  }, 60_000)

  test('that takes a file and never answers is given up when its caller does', async () => {
    server.fail('silent')
    const given = new AbortController()
    const stored = photos().put('n/silent', Buffer.alloc(9_000_000), given.signal)
    const asked = server.asked.length
    await expect.poll(() => server.asked.length).toBeGreaterThan(asked)
    given.abort()
    await expect(stored).rejects.toThrow(StorageUnavailable)
    await expect(photos().put('n/silent', 'x', given.signal)).rejects.toThrow(StorageUnavailable)
  })

  test('that does not exist, and a wrong key, are errors and no missing files', async () => {
    await expect(openPlace(server.url('nowhere')).get('a')).rejects.toThrow('S3: NoSuchBucket')
    const { AWS_ACCESS_KEY_ID: right } = process.env
    process.env['AWS_ACCESS_KEY_ID'] = 'SOMEBODYELSE'
    const storage = photos()
    await expect(storage.get('a')).rejects.toThrow('S3: AccessDenied')
    process.env['AWS_ACCESS_KEY_ID'] = right
  })

  test.each([
    [undefined, 'DATA_DIR/storage/a/b'],
    ['s3://bucket', 's3://bucket/a/b'],
    ['s3://bucket/in/?endpoint=http://x', 's3://bucket/in/a/b'],
  ])('shows an operator where a file is: %s', (url, address) => {
    expect(addressIn(url)('a/b')).toBe(address)
  })

  test.each([
    ['s3://', 'no name of a bucket'],
    ['s3://A', 'no name of a bucket'],
    ['s3://key:secret@bucket', 'takes no credentials'],
    ['s3://bucket/../x', 'no name of a folder'],
    ['s3://bucket?endpoint=ftp://x', 'endpoint must be an address'],
    ['s3://bucket?region=a/b', 'no name of a region'],
    ['s3://bucket?secret=x', 'neither endpoint nor region'],
    ['https://bucket', 'is not of the form'],
  ])('“%s” is not an address of one', (storageUrl, reason) => {
    expect(() => openStorage({ dataDir: folder, storageUrl })).toThrow(reason)
  })
})
