import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/paths.mjs'

/** Like the launcher: starts a process in a session of its own, and ends it before itself. */
const launcher = `
const { spawn } = require('node:child_process')
const database = spawn('sh', ['-c', 'trap "echo database; exit" TERM; echo started; while :; do sleep 0.05; done'], {
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
})
process.on('SIGTERM', () => setTimeout(() => {
  console.log('drained')
  database.once('exit', () => process.exit())
  if (database.exitCode === null) database.kill()
  else process.exit()
}, 1000))
setInterval(() => undefined, 1000)`

/** What the processes say in turn when their unit is stopped. @param {string | undefined} mode */
async function stopped(mode) {
  const main = spawn(process.execPath, ['--eval', launcher], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  main.stdout.on('data', (text) => (said += text))
  await once(main.stdout, 'data')
  // What waits here reaps no process meanwhile.
  const stopping = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { stopUnit } from '${new URL('processes.mjs', import.meta.url).href}'
if (!stopUnit(${main.pid}, ${JSON.stringify(mode)}, 20)) process.exit(1)`,
  ])
  const [[code]] = await Promise.all([once(stopping, 'exit'), once(main, 'close')])
  return [code, ...said.trim().split('\n')]
}

test('the unit stops the launcher, and the launcher the database', async () => {
  const [, mode] = /^KillMode=(.*)$/m.exec(readFileSync(join(root, 'deploy/incontro.service'), 'utf8')) ?? []
  expect(await stopped(mode)).toEqual([0, 'started', 'drained', 'database'])
})

test('without a word about it, systemd signals the database at once', async () => {
  expect(await stopped(undefined)).toEqual([0, 'started', 'database', 'drained'])
})
