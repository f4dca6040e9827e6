import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cached } from './cached.ts'
import { createLocalStorage } from './local.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** Two processes with one storage, and what the first of them reads from it. */
async function twoProcesses() {
  const folder = await mkdtemp(join(tmpdir(), 'cached-'))
  folders.push(folder)
  const stored = createLocalStorage(folder)
  const read: string[] = []
  const time = { ms: 1_900_000_000_000 }
  const clock = () => new Date(time.ms)
  const get = (key: string) => {
    read.push(key)
    return stored.get(key)
  }
  return {
    one: cached({ ...stored, get }, clock),
    other: cached(stored, clock),
    read,
    time,
  }
}

test('a rendition is read once, and is gone within a minute after another process has removed it', async () => {
  const { one, other, read, time } = await twoProcesses()
  await other.put('variants/a/card.webp', 'picture')
  expect([await one.get('variants/a/card.webp'), await one.get('variants/a/card.webp')].map(String)).toEqual([
    'picture',
    'picture',
  ])
  await other.remove('variants/a/card.webp')
  time.ms += 39_999
  expect(String(await one.get('variants/a/card.webp'))).toBe('picture')
  expect(read).toEqual(['variants/a/card.webp'])
  time.ms += 2
  expect(await one.get('variants/a/card.webp')).toBeUndefined()
})

test('holds no other files, nothing that is missing, nothing it has removed and at most 64 MB', async () => {
  const { one, read } = await twoProcesses()
  await one.put('messages/a.webp', 'private')
  const twice = async (key: string) => {
    read.length = 0
    await one.get(key)
    await one.get(key)
    return read.length
  }
  expect([await twice('messages/a.webp'), await twice('variants/none')]).toEqual([2, 2])
  for (let n = 0; n < 17; n += 1) {
    await one.put(`variants/${n}`, Buffer.alloc(4 * 1024 * 1024))
    await one.get(`variants/${n}`)
  }
  expect([await twice('variants/16'), await twice('variants/0')]).toEqual([0, 1])
  await one.remove('variants/16')
  expect(await one.get('variants/16')).toBeUndefined()
})
