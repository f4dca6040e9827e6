/*
 * In a machine without an init: starts, stops and restarts services as their units say, by the settings that decide
 * whether they work (user, folders, environment, command, capabilities, whom the signal to stop reaches). What a unit
 * forbids is not forbidden here.
 */
import { spawn, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stopUnit } from './processes.mjs'

const [action = '', ...rest] = process.argv.slice(2)
const names = rest.filter((word) => !word.startsWith('-')).map((name) => name.replace(/\.service$/, ''))

/** @param {string} name */
function unitOf(name) {
  const file = [`/etc/systemd/system/${name}.service`, `/usr/lib/systemd/system/${name}.service`].find(existsSync)
  if (file === undefined) throw new Error(`Unit ${name}.service not found.`)
  const folder = `/etc/systemd/system/${name}.service.d`
  const more = existsSync(folder) ? readdirSync(folder).map((one) => `${folder}/${one}`) : []
  /** @type {Record<string, string[]>} */
  const unit = {}
  for (const one of [file, ...more])
    for (const [, key = '', value = ''] of readFileSync(one, 'utf8').matchAll(/^(\w+)=(.*)$/gm))
      if (value === '') unit[key] = []
      else (unit[key] ??= []).push(value)
  return unit
}

/** @param {string} text words, some in quotes */
const words = (text) => [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

/** @param {string} name */
function environmentOf(name) {
  const unit = unitOf(name)
  /** @type {Record<string, string>} */
  const env = { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' }
  const lines = (unit['Environment'] ?? []).flatMap(words)
  for (const file of unit['EnvironmentFile'] ?? [])
    lines.push(
      ...readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /^\w+=/.test(line)),
    )
  for (const line of lines) {
    const at = line.indexOf('=')
    env[line.slice(0, at)] = line.slice(at + 1).replace(/^(['"])(.*)\1$/, '$2')
  }
  return env
}

/** @param {string} name */
function start(name) {
  const unit = unitOf(name)
  const last = (/** @type {string} */ key) => unit[key]?.at(-1)
  const [user = 'root', group = user] = [last('User'), last('Group')]
  const folders = [
    ['StateDirectory', '/var/lib'],
    ['CacheDirectory', '/var/cache'],
  ]
  for (const [key = '', below] of folders)
    for (const folder of words(last(key) ?? '')) {
      mkdirSync(`${below}/${folder}`, { recursive: true })
      execFileSync('chown', [`${user}:${group}`, `${below}/${folder}`])
    }
  const capabilities = words(last('AmbientCapabilities') ?? '').map(
    (one) => `+${one.toLowerCase().replace(/^cap_/, '')}`,
  )
  const as = [
    `--reuid=${user}`,
    `--regid=${group}`,
    '--init-groups',
    ...(capabilities.length > 0
      ? [`--inh-caps=${capabilities.join()}`, `--ambient-caps=${capabilities.join()}`]
      : ['--no-new-privs', '--bounding-set=-all']),
  ]
  const log = openSync(`/var/log/${name}.log`, 'a')
  const child = spawn('setpriv', [...as, ...words(last('ExecStart') ?? '')], {
    cwd: last('WorkingDirectory') ?? '/',
    env: {
      HOME: execFileSync('getent', ['passwd', user], { encoding: 'utf8' }).split(':')[5] ?? '/',
      ...environmentOf(name),
    },
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  writeFileSync(`/run/${name}.pid`, String(child.pid))
}

/** @param {string} name */
function stop(name) {
  const file = `/run/${name}.pid`
  if (!existsSync(file)) return
  const unit = unitOf(name)
  const seconds = Number(unit['TimeoutStopSec']?.at(-1)?.replace(/s$/, '') ?? 90)
  if (!stopUnit(Number(readFileSync(file, 'utf8')), unit['KillMode']?.at(-1), seconds))
    throw new Error(`${name} did not stop within ${seconds} s`)
}

if (action !== 'daemon-reload' && action !== 'enable' && !['start', 'stop', 'restart'].includes(action))
  throw new Error(`systemctl ${action} is not known here`)
for (const name of names) {
  if (['stop', 'restart'].includes(action)) stop(name)
  if (['start', 'restart'].includes(action) || (action === 'enable' && rest.includes('--now'))) start(name)
}
