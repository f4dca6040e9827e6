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
import { unpack } from './unpack.mjs'

const folder = mkdtempSync(join(tmpdir(), 'incontro-unpack-'))
const storage = createLocalStorage(join(folder, 'stored'))
afterAll(() => rmSync(folder, { recursive: true }))

/** An archive of one file that ends before its last bytes, as a changed byte of a compressed one can make it. */
function endsEarly() {
  const from = join(folder, 'from')
  mkdirSync(join(from, 'global'), { recursive: true })
  writeFileSync(join(from, 'PG_VERSION'), '18\n')
  const archive = execFileSync('tar', ['-c', '-f', '-', '-C', from, '.'])
  return gzipSync(Buffer.concat([archive, randomBytes(4 << 20)]))
}

/** @param {string} name @param {readonly import('./backups.mjs').Part[]} parts */
async function unpacked(name, parts) {
  for (const file of ['backup_label', 'pg_control']) await storage.put(`${name}/${file}`, file)
  const backup = { name, bytes: 1, parts, startedAt: '', finishedAt: '', firstLog: '', postgres: 18 }
  await unpack(storage, backup, { cluster: join(folder, name), account: undefined })
  return (/** @type {string} */ file) => readFileSync(join(folder, name, file), 'utf8')
}

test('an archive that ends too early is damaged, although tar finds nothing wrong with it', async () => {
  const parts = await writeParts(storage, 'damaged', Readable.from([gzipSync(randomBytes(100))]), 1 << 30)
  await storage.put('damaged/part-00001', endsEarly())
  await expect(unpacked('damaged', parts)).rejects.toThrow('database/base/damaged/part-00001 is damaged')
})

test('bytes after the end of an archive are ignored if they were stored so', async () => {
  const parts = await writeParts(storage, 'intact', Readable.from([endsEarly()]), 1 << 20)
  expect(parts.length).toBeGreaterThan(3)
  const read = await unpacked('intact', parts)
  expect([read('PG_VERSION'), read('backup_label'), read('global/pg_control')]).toEqual([
    '18\n',
    'backup_label',
    'pg_control',
  ])
})
