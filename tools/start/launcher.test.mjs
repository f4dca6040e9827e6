import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { shutDown } from '../postgres/launch.mjs'
import { findPostmaster } from '../postgres/pidfile.mjs'
import { isFree } from '../postgres/port.mjs'

const PROGRAM = fileURLToPath(new URL('../testing/start.mjs', import.meta.url))
const PORT = 4180

const dataDir = mkdtempSync(join(tmpdir(), 'incontro-launcher-'))
chmodSync(dataDir, 0o755)
const cluster = join(dataDir, 'postgres/cluster')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
beforeEach(() => rmSync(join(dataDir, 'order'), { force: true }))
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGTERM')
    await ended(child)
  }
  const database = findPostmaster(cluster)
  if (database !== undefined) await shutDown(database.pid)
})

/** @param {Record<string, string>} [env] @param {string[]} [args] */
function start(env = {}, args = []) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(PORT), DATA_DIR: dataDir, ...env },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return Object.assign(child, { said: () => output })
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number | null>} */
async function ended(child) {
  while (child.exitCode === null && child.signalCode === null) await sleep(20)
  return child.exitCode
}

/** @param {ReturnType<typeof start>} child @param {string} text */
async function says(child, text) {
  while (!child.said().includes(text)) {
    if (child.exitCode !== null) throw new Error(`ended without saying "${text}":\n${child.said()}`)
    await sleep(20)
  }
}

async function serverEnvironment(port = PORT) {
  return await (await fetch(`http://localhost:${port}/`)).json()
}

test('starts everything, says so, and stops it in order', async () => {
  const launcher = start()
  await says(launcher, 'Demo login')
  expect(launcher.said()).toMatch(
    new RegExp(`^Incontro is ready: http://localhost:${PORT}\nDemo login: somebody$`, 'm'),
  )
  const env = await serverEnvironment()
  expect(env).toMatchObject({
    MODE: 'demo',
    SANDBOX_URL: `http://localhost:${PORT + 1}`,
    SMTP_URL: `smtp://127.0.0.1:${PORT + 2}`,
    ADYEN_CHECKOUT_URL: `http://localhost:${PORT + 1}/adyen/checkout/v72`,
    SECRET_KEY: readFileSync(join(dataDir, 'secret'), 'utf8').trim(),
  })
  expect(env.DATABASE_URL).toMatch(/^postgres:/)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)

  const second = start()
  expect(await ended(second)).toBe(1)
  expect(second.said()).toMatch(/^! DATA_DIR: Incontro runs on .* already/)

  launcher.kill('SIGINT')
  launcher.kill('SIGINT')
  expect(await ended(launcher)).toBe(0)
  expect(readFileSync(join(dataDir, 'order'), 'utf8')).toBe('server sandbox ')
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
  expect(await isFree(PORT)).toBe(true)
})

test('restarts a program that exits by itself', async () => {
  const launcher = start()
  await says(launcher, 'is ready')
  // The server exits while it answers.
  await fetch(`http://localhost:${PORT}/die`).catch(() => undefined)
  await says(launcher, '! The server ended (exit code 9): starting it again')
  const database = findPostmaster(cluster)
  process.kill(database?.pid ?? 0, 'SIGKILL')
  await says(launcher, '! The database ended')
  while (findPostmaster(cluster)?.status !== 'ready') await sleep(20)
  while (await isFree(PORT, 'localhost')) await sleep(20)
  expect(await serverEnvironment()).toMatchObject({ MODE: 'demo' })
})

test('waits for the server as long as its configuration allows', async () => {
  const launcher = start({ LAUNCHER_TEST_STOP_MS: '3700', SHUTDOWN_TIMEOUT_SECONDS: '7' })
  await says(launcher, 'is ready')
  expect(await serverEnvironment()).toMatchObject({ SHUTDOWN_TIMEOUT_SECONDS: '7' })
  launcher.kill('SIGTERM')
  expect(await ended(launcher)).toBe(0)
  expect(readFileSync(join(dataDir, 'order'), 'utf8')).toBe('server sandbox ')
})

test.runIf(existsSync('/dev/full'))(
  'outlives a log that cannot be written, and writes it again when it can',
  async () => {
    const log = join(dataDir, 'logs/server.log')
    const request = (/** @type {string} */ name) => fetch(`http://localhost:${PORT}/log/${name}`)
    rmSync(log, { force: true })
    symlinkSync('/dev/full', log)
    const launcher = start()
    await says(launcher, 'is ready')
    await request('lost')
    await says(launcher, 'server.log cannot be written (the disk is full): lines are left out')
    await request('lost')
    expect(await serverEnvironment()).toMatchObject({ MODE: 'demo' })

    rmSync(log)
    while (!launcher.said().includes('is written again')) {
      await request('kept')
      await sleep(100)
    }
    expect(readFileSync(log, 'utf8')).toContain('/log/kept')
    expect(readFileSync(log, 'utf8')).not.toContain('/log/lost')
    expect(launcher.said().match(/cannot be written/g)).toHaveLength(1)
    expect((statSync(log).mode & 0o777).toString(8)).toBe('600')
  },
)

test('recovers from kill -9: the programs end and the database is adopted', async () => {
  const killed = start()
  await says(killed, 'is ready')
  const database = findPostmaster(cluster)
  killed.kill('SIGKILL')
  await ended(killed)
  const next = start()
  await says(next, 'is ready')
  expect(next.said()).toContain('still there')
  expect(findPostmaster(cluster)?.pid).toBe(database?.pid)
  next.kill('SIGTERM')
  expect(await ended(next)).toBe(0)
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
})

test('reports a port that is in use and a server that does not start, and leaves nothing running', async () => {
  const thief = createServer()
  await new Promise((resolve) => thief.listen(PORT, '127.0.0.1', () => resolve(undefined)))
  const taken = start()
  expect(await ended(taken)).toBe(1)
  expect(taken.said()).toBe(`! PORT: port ${PORT} is taken by another program; stop it, or set PORT to another port.\n`)
  await new Promise((resolve) => thief.close(resolve))

  const broken = start({ LAUNCHER_TEST_DIES: 'yes' })
  expect(await ended(broken)).toBe(1)
  expect(broken.said()).toContain('! settings are wrong\n')
  expect(broken.said()).toMatch(/^! The server ended before it was ready \(exit code 3\)/m)
  expect(await isFree(PORT + 1)).toBe(true)
  expect(findPostmaster(cluster)).toBeUndefined()

  // Afterwards, only our own files are left in the folder.
  rmSync(join(dataDir, 'order'), { force: true })
  const unreachable = start({ DATABASE_URL: 'postgres://somebody:hidden@127.0.0.1:1/none' })
  expect(await ended(unreachable)).toBe(1)
  expect(unreachable.said()).toBe('! DATABASE_URL: nothing answers at 127.0.0.1:1.\n')
  // Using another database once does not remove the embedded database's access to its files.
  if (process.getuid?.() === 0) expect(statSync(dataDir).mode & 0o777).toBe(0o710)

  const silent = createServer((socket) => socket.resume())
  await new Promise((resolve) => silent.listen(PORT + 3, '127.0.0.1', () => resolve(undefined)))
  const begun = Date.now()
  const mute = start({ DATABASE_URL: `postgres://somebody:hidden@127.0.0.1:${PORT + 3}/none` })
  expect(await ended(mute)).toBe(1)
  expect(mute.said()).toBe(
    `! DATABASE_URL: 127.0.0.1:${PORT + 3} accepts connections and does not answer as PostgreSQL does.\n`,
  )
  expect(Date.now() - begun).toBeLessThan(10_000)
  await new Promise((resolve) => silent.close(resolve))
})

test('starts in production mode only with its secrets', async () => {
  const refused = start({}, ['--production'])
  expect(await ended(refused)).toBe(1)
  expect(JSON.parse(refused.said())).toMatchObject({ level: 40, msg: expect.stringMatching(/^SECRET_KEY is not set/) })
  const settings = { SECRET_KEY: 's'.repeat(43), SMTP_URL: 'smtp://mail.example:25', DATABASE_URL: 'embedded' }
  const launcher = start(settings, ['--production'])
  await says(launcher, 'is ready')
  const env = await serverEnvironment()
  expect(env).toMatchObject({ MODE: 'production', SMTP_URL: 'smtp://mail.example:25', SECRET_KEY: 's'.repeat(43) })
  expect(env.SANDBOX_URL).toBeUndefined()
  expect(env.ADYEN_CHECKOUT_URL).toBeUndefined()
  launcher.kill('SIGTERM')
  await ended(launcher)
  const own = launcher
    .said()
    .split('\n')
    .filter((line) => /Incontro|Stopping|database/i.test(line))
  expect(own.length).toBeGreaterThan(1)
  for (const line of own) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) })
})

test('processes with roles share a data folder with each other, but not with a launcher without roles', async () => {
  // Answers like PostgreSQL without TLS. The launcher checks no more than that of a database, and less of a broker.
  const shared = createServer((socket) =>
    socket.once('data', () => socket.write('N')).on('error', () => socket.destroy()),
  )
  await new Promise((resolve) => shared.listen(PORT + 3, '127.0.0.1', () => resolve(undefined)))
  const env = {
    SECRET_KEY: 's'.repeat(43),
    SMTP_URL: 'smtp://mail.example:25',
    DATABASE_URL: `postgres://127.0.0.1:${PORT + 3}/shared`,
  }
  const several = { ...env, BROKER_URL: `redis://127.0.0.1:${PORT + 3}` }
  const web = start(several, ['--production', '--roles=web'])
  const worker = start({ ...several, PORT: String(PORT + 1) }, ['--production', '--roles=socket,worker'])
  await Promise.all([says(web, 'is ready'), says(worker, 'is ready')])
  expect(await serverEnvironment()).toMatchObject({ ARGUMENTS: '--roles=web' })
  expect(await serverEnvironment(PORT + 1)).toMatchObject({ ARGUMENTS: '--roles=socket,worker' })

  const alone = start({ ...env, PORT: String(PORT + 2) }, ['--production'])
  expect(await ended(alone)).toBe(1)
  expect(alone.said()).toContain(`DATA_DIR: Incontro runs on ${dataDir} already`)

  // Each launcher only stops the programs that its own predecessor left running.
  worker.kill('SIGKILL')
  await ended(worker)
  const next = start({ ...several, PORT: String(PORT + 1) }, ['--production', '--roles=worker'])
  await says(next, 'is ready')
  expect(await serverEnvironment(PORT + 1)).toMatchObject({ ARGUMENTS: '--roles=worker' })
  expect(await serverEnvironment()).toMatchObject({ ARGUMENTS: '--roles=web' })
  for (const launcher of [web, next]) launcher.kill('SIGTERM')
  expect(await Promise.all([ended(web), ended(next)])).toEqual([0, 0])
  await new Promise((resolve) => shared.close(resolve))
})
