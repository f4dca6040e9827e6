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

test('what is put is got, and leaves no draft behind', async () => {
  await storage.put('a/b/one.txt', 'first')
  await Promise.all([storage.put('a/b/one.txt', 'second'), storage.put('a/b/one.txt', 'second')])
  expect(String(await storage.get('a/b/one.txt'))).toBe('second')
  expect((await storage.stat('a/b/one.txt'))?.size).toBe(6)
  expect(await readdir(join(folder, 'inside', 'a', 'b'))).toEqual(['one.txt'])
})

test('a stream is stored whole, and one that fails leaves what was there, no draft and no open source', async () => {
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

test('files and folders are for their owner only', async () => {
  await storage.put('private/one.txt', 'content')
  const permissions = async (name: string) => ((await stat(join(folder, 'inside', name))).mode & 0o777).toString(8)
  expect([await permissions('.'), await permissions('private'), await permissions('private/one.txt')]).toEqual([
    '700',
    '700',
    '600',
  ])
})

test('what is not there is undefined', async () => {
  expect(await storage.get('a/none')).toBeUndefined()
  expect(await storage.get('a/b')).toBeUndefined()
  expect(await storage.get('a/b/one.txt/under')).toBeUndefined()
  expect(await storage.stat('a')).toBeUndefined()
})

test('a key has four hundred characters, a part of it a hundred', () => {
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
])('“%s” is no key', async (key) => {
  expect(isStorageKey(key)).toBe(false)
  await expect(async () => storage.get(key)).rejects.toThrow('no storage key')
  await expect(storage.put(key, 'x')).rejects.toThrow('no storage key')
})
