import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createLocalStorage } from '#server/platform/storage/local.ts'
import { writeParts } from './parts.mjs'
import { unpack } from './replay.mjs'

const folder = mkdtempSync(join(tmpdir(), 'incontro-unpack-'))
const storage = createLocalStorage(join(folder, 'stored'))
afterAll(() => rmSync(folder, { recursive: true }))

/** An archive of one file that ends before its last bytes, as a changed byte of a compressed one can make it. */
function endsEarly() {
  const from = join(folder, 'from')
  mkdirSync(from, { recursive: true })
  writeFileSync(join(from, 'PG_VERSION'), '18\n')
  const archive = execFileSync('tar', ['-c', '-f', '-', '-C', from, 'PG_VERSION'])
  return gzipSync(Buffer.concat([archive, randomBytes(4 << 20)]))
}

/** @param {string} name @param {Buffer} content */
async function unpackInto(name, content) {
  const copy = {
    name,
    bytes: content.length,
    startedAt: '2026-01-01T00:00:00Z',
    parts: await writeParts(storage, `${name}/base`, Readable.from([content]), 1 << 30),
  }
  await storage.put(`${name}/base/part-00001`, endsEarly())
  const where = { home: folder, cluster: join(folder, name), account: undefined, settings: {} }
  return unpack(storage, /** @type {never} */ (copy), /** @type {never} */ (where))
}

test('an archive that ends too early is damaged, although tar finds nothing wrong with it', async () => {
  await expect(unpackInto('damaged', gzipSync(randomBytes(100)))).rejects.toThrow(
    'databases/damaged/base/part-00001 is damaged',
  )
})

test('bytes after the end of an archive are ignored if they were stored so', async () => {
  const copy = endsEarly()
  const parts = await writeParts(storage, 'intact/base', Readable.from([copy]), 1 << 20)
  expect(parts.length).toBeGreaterThan(3)
  const where = { home: folder, cluster: join(folder, 'intact'), account: undefined, settings: {} }
  await unpack(storage, /** @type {never} */ ({ name: 'intact', bytes: 1, parts }), /** @type {never} */ (where))
  expect(readFileSync(join(folder, 'intact/PG_VERSION'), 'utf8')).toBe('18\n')
})
