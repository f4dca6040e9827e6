import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeFolder } from './folder.mjs'
import { ensureBuilt } from './web-build.mjs'

/** @type {string} */
let project
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  project = mkdtempSync(join(tmpdir(), 'incontro-build-'))
  makeFolder(join(project, 'site/src'))
  write('site/src/page.txt', 'first')
  // The build writes its input and how often it ran.
  write(
    'build.mjs',
    `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
    const text = readFileSync('src/page.txt', 'utf8')
    appendFileSync('../runs', text + ' ')
    if (text.startsWith('SIG')) { process.kill(process.pid, text); await new Promise(() => setInterval(() => {}, 1000)) }
    if (text === 'broken') { console.error('it is broken'); process.exit(1) }
    mkdirSync(process.env.OUT, { recursive: true })
    writeFileSync(process.env.OUT + '/page.html', text)
    writeFileSync(process.env.OUT + '/mode', process.env.NODE_ENV ?? 'none')`,
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(project, { recursive: true, force: true })
})

/** @param {string} path @param {string} text */
const write = (path, text) => writeFileSync(join(project, path), text)
/** @param {string} path */
const read = (path) => readFileSync(join(project, path), 'utf8')
const ensure = (folder = project) =>
  ensureBuilt(folder, [
    {
      title: 'site',
      folder: 'site',
      sources: ['site/src', 'absent'],
      variable: 'OUT',
      steps: [{ program: 'build.mjs', args: [], cwd: 'site' }],
    },
  ])

test('builds once for the same contents, regardless of file times and the project’s location', async () => {
  await ensure()
  expect(read('site/build/page.html')).toBe('first')
  utimesSync(join(project, 'site/src/page.txt'), new Date(), new Date(0))
  await ensure()
  const moved = mkdtempSync(join(tmpdir(), 'incontro-moved-'))
  cpSync(project, moved, { recursive: true, verbatimSymlinks: true })
  await ensure(moved)
  expect(readFileSync(join(moved, 'runs'), 'utf8')).toBe('first ')
  expect(realpathSync(join(moved, 'site/build')).startsWith(realpathSync(moved))).toBe(true)
  rmSync(moved, { recursive: true })
})

test.each([
  ['SIGKILL', /SIGKILL ended the build.*no memory left.*needs \d+ MB, this machine has \d+ MB/],
  ['SIGABRT', /SIGABRT ended the build.*no memory left/],
  ['SIGTERM', /could not be built: SIGTERM ended the build\.$/],
])('a build that %s ended says so, leaves nothing behind, and runs again', async (signal, sentence) => {
  write('site/src/page.txt', signal)
  await expect(ensure()).rejects.toThrow(sentence)
  expect(readdirSync(join(project, 'site/.builds')).filter((name) => name.endsWith('.new'))).toEqual([])
  write('site/src/page.txt', 'first')
  await ensure()
  expect(read('site/build/page.html')).toBe('first')
})

test('always builds for production, since a build made by a test may be served later', async () => {
  expect(process.env['NODE_ENV']).toBe('test')
  await ensure()
  expect(read('site/build/mode')).toBe('production')
})

test('a build in use stays unchanged while the next one is built and switched to', async () => {
  await ensure()
  const running = realpathSync(join(project, 'site/build'))
  for (const text of ['second', 'third', 'fourth', 'fifth', 'sixth']) {
    write('site/src/page.txt', text)
    await ensure()
    expect(read('site/build/page.html')).toBe(text)
  }
  // This process has used all of them and still runs, so none was removed.
  expect(readFileSync(join(running, 'page.html'), 'utf8')).toBe('first')
  write('site/src/page.txt', 'first')
  await ensure()
  expect(read('runs').trim().split(' ')).toHaveLength(6)
  expect(read('site/build/page.html')).toBe('first')
})

test('older builds that are not in use are removed', async () => {
  for (const text of ['1', '2', '3', '4', '5']) {
    write('site/src/page.txt', text)
    await ensure()
    for (const name of readdirSync(join(project, 'site/build')).filter((file) => file.startsWith('.used-by-')))
      rmSync(join(project, 'site/build', name))
  }
  expect(readdirSync(join(project, 'site/.builds'))).toHaveLength(3)
})

test('a build that fails changes nothing', async () => {
  await ensure()
  const before = readlinkSync(join(project, 'site/build'))
  write('site/src/page.txt', 'broken')
  await expect(ensure()).rejects.toThrow('The site could not be built; the reason is above.')
  expect(readlinkSync(join(project, 'site/build'))).toBe(before)
  expect(read('site/build/page.html')).toBe('first')
  expect(readdirSync(join(project, 'site/.builds'))).toEqual([before.split('/').at(-1)])
})

test('two simultaneous calls build once', async () => {
  await Promise.all([ensure(), ensure()])
  expect(read('runs')).toBe('first ')
})

test('the build folder of an earlier version is replaced by the link', async () => {
  makeFolder(join(project, 'site/build'))
  write('site/build/page.html', 'old')
  await ensure()
  expect(read('site/build/page.html')).toBe('first')
  expect(readlinkSync(join(project, 'site/build'))).toMatch(/^\.builds\/[\da-f]{16}$/)
})
