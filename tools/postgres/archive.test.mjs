import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { ARCHIVE_COMMAND, setArchive } from './archive.mjs'

const folder = mkdtempSync(join(tmpdir(), 'incontro-archive-'))
afterAll(() => rmSync(folder, { recursive: true }))
const [cluster = '', place = '', said = ''] = ['cluster', 'place', 'said'].map((name) => join(folder, name))
const file = '000000010000000000000002'
const copy = join(place, 'wal', `${file}.gz`)

/** As PostgreSQL runs the command for its log file. @returns exit code */
function archive() {
  const command = ARCHIVE_COMMAND.replaceAll('%f', file).replaceAll('%p', `pg_wal/${file}`)
  const env = { PATH: `${folder}/bin:${process.env['PATH']}`, COPY: copy, SAID: said }
  return spawnSync('sh', ['-c', command], { cwd: cluster, env, stdio: 'ignore' }).status
}

test('the log is archived once its copy is on the disk under its name, and never over another one', () => {
  for (const one of [join(cluster, 'pg_wal'), join(place, 'wal'), join(folder, 'bin')])
    mkdirSync(one, { recursive: true })
  writeFileSync(join(cluster, 'pg_wal', file), 'log')
  // The sync of this machine, which also says what it was asked to flush, and whether the copy had its name then.
  const sync = execFileSync('sh', ['-c', 'command -v sync'], { encoding: 'utf8' }).trim()
  const named = '$(if test -e "$COPY"; then echo named; else echo draft; fi)'
  writeFileSync(join(folder, 'bin/sync'), `#!/bin/sh\necho "$1 ${named}" >> "$SAID"\nexec ${sync} "$@"\n`)
  chmodSync(join(folder, 'bin/sync'), 0o755)
  expect(archive()).toBe(0)
  expect(existsSync(copy)).toBe(false)

  setArchive(cluster, { folder: place, place }, undefined)
  expect(archive()).toBe(0)
  expect(String(gunzipSync(readFileSync(copy)))).toBe('log')
  expect(readFileSync(said, 'utf8')).toBe(`${copy}.new draft\n${place}/wal named\n`)

  // Killed between the name and its flush, PostgreSQL runs it again.
  rmSync(said)
  expect(archive()).toBe(0)
  expect(readFileSync(said, 'utf8')).toBe(`${place}/wal named\n`)
  writeFileSync(join(cluster, 'pg_wal', file), 'another log')
  expect(archive()).not.toBe(0)
  expect(String(gunzipSync(readFileSync(copy)))).toBe('log')
})
