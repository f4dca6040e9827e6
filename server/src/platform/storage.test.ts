import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalStorage, isStorageKey, type Storage } from './storage.ts'

let folder: string
let storage: Storage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
  storage = createLocalStorage(join(folder, 'inside'))
  await writeFile(join(folder, 'secret'), 'outside')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('returns what was stored, and leaves no temporary file', async () => {
  await storage.put('a/b/one.txt', 'first')
  await Promise.all([storage.put('a/b/one.txt', 'second'), storage.put('a/b/one.txt', 'second')])
  expect(String(await storage.get('a/b/one.txt'))).toBe('second')
  expect((await storage.stat('a/b/one.txt'))?.size).toBe(6)
  expect(await readdir(join(folder, 'inside', 'a', 'b'))).toEqual(['one.txt'])
})

test('stores a stream completely; one that fails leaves the previous content, no temporary file and no open source', async () => {
  const big = Buffer.alloc(300_000, 'x')
  expect(await storage.putStream('s/one.txt', Readable.from([big, big]))).toBe(600_000)
  let bytes = 0
  for await (const chunk of (await storage.getStream('s/one.txt')) ?? []) bytes += (chunk as Buffer).length
  expect(bytes).toBe(600_000)
  const broken = Readable.from(
    (async function* () {
      yield big
      throw new Error('gone')
    })(),
  )
  await expect(storage.putStream('s/one.txt', broken)).rejects.toThrow('gone')
  const unread = Readable.from([big])
  await expect(storage.putStream('s/one.txt/under', unread)).rejects.toThrow()
  expect([broken.destroyed, unread.destroyed, (await storage.stat('s/one.txt'))?.size]).toEqual([true, true, 600_000])
  expect(await readdir(join(folder, 'inside', 's'))).toEqual(['one.txt'])
  expect(await storage.getStream('s/none')).toBeUndefined()
})

test('creates files and folders that only their owner can read', async () => {
  await storage.put('private/one.txt', 'content')
  const permissions = async (name: string) => ((await stat(join(folder, 'inside', name))).mode & 0o777).toString(8)
  expect([await permissions('.'), await permissions('private'), await permissions('private/one.txt')]).toEqual([
    '700',
    '700',
    '600',
  ])
})

test('returns undefined for what does not exist', async () => {
  expect(await storage.get('a/none')).toBeUndefined()
  expect(await storage.get('a/b')).toBeUndefined()
  expect(await storage.get('a/b/one.txt/under')).toBeUndefined()
  expect(await storage.stat('a')).toBeUndefined()
})

test('limits a key to four hundred characters, and a part of it to a hundred', () => {
  for (const key of ['x'.repeat(100), `${'x'.repeat(100)}/`.repeat(3) + 'x'.repeat(97)])
    expect(isStorageKey(key)).toBe(true)
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
  await expect(async () => storage.get(key)).rejects.toThrow('no storage key')
  await expect(storage.put(key, 'x')).rejects.toThrow('no storage key')
})
