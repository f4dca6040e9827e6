import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { misspeltSettings, settingNames } from './misspelt-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'incontro.env')
const findings = (text: string, env: Record<string, string | undefined> = {}) => {
  writeFileSync(file, text)
  return misspeltSettings({ SETTINGS_FILE: file, ...env })
}

it('names each setting of the file that is none, with the one that was meant', () => {
  expect(
    findings(
      [
        '# A comment with SMPT_URL=x',
        'SMPT_URL=smtps://host',
        'SMTP_URL=smtps://host',
        'STRIPE_SECRT_KEY__DOLCE_LUNA=sk_x',
        'STRIPE_SECRET_KEY__DOLCE_LUNA=sk_x',
        'BACKUP_KEEP_DAYS=7',
        'disk_reserve_mb=500',
        'HOSTS=x',
        'AWS_ACCESS_KEY_ID=x',
        "APPLEPAY_KEY='one\nSMPT_URL=in a value'",
      ].join('\n'),
    ),
  ).toEqual([
    'incontro.env: BACKUP_KEEP_DAYS is no setting, and nothing reads it',
    'incontro.env: SMPT_URL is no setting: is SMTP_URL meant?',
    'incontro.env: STRIPE_SECRT_KEY__DOLCE_LUNA is no setting: is STRIPE_SECRET_KEY__DOLCE_LUNA meant?',
    'incontro.env: disk_reserve_mb is no setting: is DISK_RESERVE_MB meant?',
  ])
})

it('names only what looks like a setting in the environment, and nothing of a usual one', () => {
  const usual = {
    HOME: '/',
    PATH: '/bin',
    PWD: '/',
    LANG: 'C',
    HOSTNAME: 'x',
    TERM: 'x',
    LOGNAME: 'x',
    MAIL: 'x',
    SHLVL: '1',
  }
  expect(findings('', { ...usual, ...process.env, TRUSTED_PROXYS: '127.0.0.1' })).toEqual([
    'the environment has TRUSTED_PROXYS, which is no setting: is TRUSTED_PROXIES meant?',
  ])
  expect(misspeltSettings({ DATABSE_URL: 'x' })).toEqual([
    'the environment has DATABSE_URL, which is no setting: is DATABASE_URL meant?',
  ])
})

it('knows the settings that are documented, and those of Docker Compose', () => {
  const known = settingNames()
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const [, settings = ''] = /^## Settings\n(.*?)^## Commands\n/ms.exec(read('README.md')) ?? []
  const rows = settings.split('\n').filter((line) => line.startsWith('| `'))
  const documented = rows.flatMap((row) => row.split(' | ', 1)[0]?.match(/\b[A-Z]+(?:_[A-Z]+)+(?=`|__BRAND`)/g) ?? [])
  const composed = Array.from(read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g), ([, name = '']) => name)
  expect(documented.length).toBeGreaterThan(30)
  expect(composed.length).toBeGreaterThan(2)
  expect([...documented, ...composed].filter((name) => !known.has(name))).toEqual([])
})
