import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settingsText } from '../setup/settings-text.mjs'
import { root } from './paths.mjs'
import { runNode } from './run-node.mjs'
import { loadSettings, requireDatabaseChosen } from './settings-file.mjs'

/** @type {string} */
let folder
const [before, name] = [process.env['SETTINGS_FILE'], 'TEST_OF_SETTINGS']
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'incontro-settings-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  delete process.env[name]
  if (before === undefined) delete process.env['SETTINGS_FILE']
  else process.env['SETTINGS_FILE'] = before
})
/** @param {string} text */
const load = (text) => {
  process.env['SETTINGS_FILE'] = join(folder, 'incontro.env')
  writeFileSync(process.env['SETTINGS_FILE'], text)
  loadSettings()
  return process.env[name]
}

const long = 's'.repeat(32)
test.each([
  `${long}#rest`,
  `${long} # why`,
  'a$b',
  'a"b"',
  "a'b'",
  'a\\b',
  '`a`',
  '"a$b"',
  '"a\\n"',
  `'a`,
  '"a',
  `'a'b`,
])('a line that not all read alike is refused, without its value: %s', (value) => {
  expect(() => load(`# Settings\n\n${name}=${value}\n`)).toThrow(
    new RegExp(`incontro\\.env, line 3: ${name} has one of .* single quotes, as in ${name}='…'`),
  )
  expect(process.env[name]).toBeUndefined()
})

test.each([
  [long, long],
  [`'a#b$c"d\\e'`, 'a#b$c"d\\e'],
  ['"a#b c"', 'a#b c'],
  ['postgres://a:b%23@c/d?sslmode=require', 'postgres://a:b%23@c/d?sslmode=require'],
  [`'-----BEGIN KEY-----\na+b=\n-----END KEY-----'\nOTHER=x`, '-----BEGIN KEY-----\na+b=\n-----END KEY-----'],
])('%s is read', (value, read) => {
  expect(load(`# It's $5 \\o/\n${name}=${value}\n`)).toBe(read)
})

test('“export” is refused, as systemd leaves such a line out', () => {
  expect(() => load(`export ${name}=a`)).toThrow(/line 1: write TEST_OF_SETTINGS=… without “export”/)
})

test('npm run setup writes what all read alike', () => {
  const settings = { [name]: 'a#b$c"d', OTHER: 'plain', NAMED: "O'Brien #1" }
  expect(parseEnv(settingsText(settings))).toEqual(settings)
  expect(load(settingsText(settings))).toBe('a#b$c"d')
  expect(() => settingsText({ [name]: `'$` })).toThrow(/TEST_OF_SETTINGS: a value with both '/)
})

test('a release without settings makes no database of a demo, and a checkout does', () => {
  expect(() => requireDatabaseChosen({}, true)).toThrow(/^DATABASE_URL is not set: .* SETTINGS_FILE=/)
  expect(() => requireDatabaseChosen({ DATABASE_URL: '' }, true)).toThrow()
  expect(() => requireDatabaseChosen({ DATABASE_URL: 'embedded' }, true)).not.toThrow()
  expect(() => requireDatabaseChosen({}, false)).not.toThrow()
})

test('a command about files of brands, which comes before the settings, makes no database', async () => {
  const dataDir = join(folder, 'data')
  const file = 'server/src/commands/brand-check.ts'
  const { code, output } = await runNode([join(root, 'tools/run.mjs'), '--without-database', file], {
    quiet: true,
    env: { DATA_DIR: dataDir },
  })
  expect([code, existsSync(dataDir)]).toEqual([0, false])
  expect(output).toContain('Every brand is whole and readable.')
}, 60_000)
