import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLocalStorage } from '#server/platform/storage/local.ts'
import { readParts, writeParts } from './parts.mjs'

const folder = mkdtempSync(join(tmpdir(), 'incontro-parts-'))
const storage = createLocalStorage(folder)
afterAll(() => rmSync(folder, { recursive: true }))

/** @param {readonly import('./backups.mjs').Part[]} parts */
async function read(parts) {
  const pieces = []
  for await (const piece of readParts(storage, parts, () => undefined)) pieces.push(piece)
  return Buffer.concat(pieces)
}

test.each([
  [0, []],
  [99, [99]],
  [100, [100]],
  [101, [100, 1]],
  [350, [100, 100, 100, 50]],
])('%i bytes are stored in parts of at most a hundred, and read back', async (bytes, sizes) => {
  const content = randomBytes(bytes)
  const pieces = Array.from({ length: Math.ceil(bytes / 70) }, (_, n) => content.subarray(n * 70, n * 70 + 70))
  const parts = await writeParts(storage, `of-${bytes}`, Readable.from(pieces), 100)
  expect(parts.map((part) => part.bytes)).toEqual(sizes)
  expect((await read(parts)).equals(content)).toBe(true)
})

test('a part that is missing or differs is named', async () => {
  const parts = await writeParts(storage, 'bad', Readable.from([Buffer.alloc(150)]), 100)
  await storage.put('bad/part-00002', Buffer.alloc(50, 1))
  await expect(read(parts)).rejects.toThrow('database/base/bad/part-00002 is damaged')
  await storage.remove('bad/part-00002')
  await expect(read(parts)).rejects.toThrow('database/base/bad/part-00002 is missing')
})

test('a source that fails in the middle fails the whole', async () => {
  const source = Readable.from(
    (function* () {
      yield Buffer.alloc(150)
      throw new Error('cut off')
    })(),
  )
  await expect(writeParts(storage, 'cut', source, 100)).rejects.toThrow('cut off')
})
