import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prune, readBackups, writeBackup } from './backups.mjs'
import { openTarget } from './target.mjs'

/** @type {string} */
let folder
/** @type {import('./target.mjs').Target} */
let target
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'incontro-backups-'))
  target = await openTarget('--to', folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A backup, and the first of its log. @param {string} name @param {string} firstLog */
async function backUp(name, firstLog) {
  await target.part('database/base').put(`${name}/part-00001`, 'x')
  await target.part('database/wal').put(`${firstLog}.gz`, 'x')
  const at = name.replace(/T(..)-(..)-/, 'T$1:$2:')
  await writeBackup(target, { name, startedAt: at, finishedAt: at, firstLog, postgres: 18, bytes: 1, parts: [] })
}
const logs = () => readdirSync(join(folder, 'database/wal'))

test('a backup is newer than those that a clock ahead of time has dated', async () => {
  for (let n = 1; n <= 7; n += 1) await backUp(`2027-11-0${n}T03-00-00Z`, `00000001000000000000001${n}`)
  await backUp('2026-11-30T03-00-00Z', '000000010000000000000018')
  expect(await prune(target, 7)).toMatchObject({ backups: 1, logs: 1 })
  const names = (await readBackups(target)).map(({ name }) => name)
  expect([names.length, names[0], names.at(-1)]).toEqual([7, '2027-11-02T03-00-00Z', '2026-11-30T03-00-00Z'])
})

test('the log of every backup that stays is kept, also of one after a restore to an earlier time', async () => {
  await backUp('2026-11-01T03-00-00Z', '000000010000000000000010')
  await backUp('2026-11-02T03-00-00Z', '000000010000000000000050')
  await backUp('2026-11-03T03-00-00Z', '000000020000000000000021')
  expect(await prune(target, 2)).toMatchObject({ backups: 1, logs: 1 })
  expect(logs()).toEqual(['000000010000000000000050.gz', '000000020000000000000021.gz'])
})
