import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'incontro-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['', 'none before'],
  ['{"pid":1,"start":"of another boot"}', 'that of a process that is gone'],
])(
  'processes that are started together hold a lock one after the other: %s, %s',
  async (before) => {
    if (before !== '') writeFileSync(join(folder, 'lock'), before)
    const count = join(folder, 'count')
    writeFileSync(count, '0')
    const code = `
    import { readFileSync, writeFileSync } from 'node:fs'
    import { lock } from ${JSON.stringify(new URL('file-lock.mjs', import.meta.url).href)}
    for (let n = 0; n < 20; n += 1) {
      const held = await lock(${JSON.stringify(join(folder, 'lock'))}, 30_000)
      writeFileSync(${JSON.stringify(count)}, String(Number(readFileSync(${JSON.stringify(count)}, 'utf8')) + 1))
      held.release()
    }`
    const ended = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' })
      return new Promise((resolve) => child.once('exit', resolve))
    })
    expect(await Promise.all(ended)).toEqual([0, 0, 0, 0])
    expect(readFileSync(count, 'utf8')).toBe('80')
  },
  60_000,
)
