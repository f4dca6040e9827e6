import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Breakable, brandsFolder } from '#test/support/brands-folder.ts'
import { brandFile } from './brand-file.ts'
import { fillPlaceholders } from './placeholders.ts'

/* The limits of each value in a brand's file. */

const battito: Breakable = JSON.parse(readFileSync(join(brandsFolder, 'battito/brand.json'), 'utf8'))
/** The file with a different value at a dotted path. */
function changed(path: string, value: unknown): Breakable {
  const file = structuredClone(battito)
  const names = path.split('.')
  const last = names.pop() ?? ''
  const at = names.reduce((inner, name) => inner[name], file)
  if (value === undefined) delete at[last]
  else at[last] = value
  return file
}
const isTaken = (path: string, value: unknown): boolean => brandFile.safeParse(changed(path, value)).success

it.each<[string, readonly unknown[], readonly unknown[]]>([
  ['key', ['ab', 'a-1', 'a'.repeat(31)], ['a', 'Ab', '1a', '-a', 'a_b', 'a'.repeat(32)]],
  ['year', [2000, 2100], [1999, 2101, 2026.5]],
  ['country', ['IT', 'ES', 'GB', 'IE', 'FR'], ['DE', 'it', '']],
  ['domain', ['a.example', 'a-b.c.example'], ['example', 'A.example', 'a.example/', '.example']],
  ['hosts', [['a'], ['[::1]', '127.0.0.1']], [[], ['A'], ['a/b'], ['a b']]],
  ['theme', ['system', 'light', 'dark'], ['grey']],
  ['defaultFluxId', ['7', 'A_-9', 'a'.repeat(16)], ['', 'a b', 'a'.repeat(17)]],
  ['postbacks', [undefined, [], [{ key: 't', on: ['lead'], url: 'https://t.example/?c={clickid}' }]], [[{ key: 't', on: ['lead'], url: 'http://t.example/' }], [{ key: 't', on: [], url: 'https://t.example/' }], [{ key: 't', on: ['visit'], url: 'https://t.example/' }]]],
  ['visitFlows', [undefined, [], ['7', '0000']], ['7', [''], ['a b']]],
  [
    'comparedFlows',
    [undefined, {}, { '7': { with: '7b', share: 1, since: '2026-12-01' } }],
    [
      [],
      { '7': '7b' },
      { 'a b': { with: '7b', share: 50, since: '2026-12-01' } },
      { '7': { with: '7b', share: 50 } },
      { '7': { with: '7b', share: 100, since: '2026-12-01' } },
      { '7': { with: '7b', share: 50, since: '2026-02-30' } },
      { '7': { with: '7b', share: 50, since: '2026-12-01', until: '2026-12-31' } },
    ],
  ],
  ['currency', ['EUR', 'JPY', 'KWD'], ['eur', 'EURO', 'QQQ']],
  ['vatRate', [0, 5.5, 40], [-0.1, 40.1, '22']],
  ['descriptor', ['ABC', 'A1 .-', 'A'.repeat(22)], ['AB', 'abc', 'A'.repeat(23), 'A*B']],
  ['renewal.noticeDays', [30, 90], [29, 91, 30.5]],
  ['renewal.graceDays', [0, 30], [-1, 31]],
  ['pool', [undefined, 'italia'], ['Italia', '']],
  ['photos.baseUrl', ['/media', 'https://cdn.example/x'], ['http://cdn.example', '//cdn.example', 'media', '/']],
  ['photos.approval', ['by_person', 'automatic', undefined], ['none']],
  ['legalLinks.terms', ['/a'], ['//evil.example', '/\\evil', 'https://a.example', '/']],
  ['cookieConsent.askAgainAfterDays', [180, 730], [179, 731]],
  ['absence', [undefined, { endsAfterMonths: 12 }, { endsAfterMonths: 120 }], [{}, { endsAfterMonths: 11 }, { endsAfterMonths: 121 }]],
  ['cookieConsent.optional', [[], ['analytics', 'remarketing']], [['necessary']]],
  ['wallet.environment', ['TEST', 'PRODUCTION'], ['test']],
  ['displayFont.weight', [300, 900], [299, 901]],
  ['displayFont.package', ['@fontsource-variable/x'], ['@fontsource/x', 'x']],
  ['refusedEmailDomains', [[], ['a.example']], [['@a.example'], ['a']]],
  ['support.email', ['a@b.example'], ['a@b', 'a']],
  ['company.vatNumber', ['X'], ['', ' ']],
  ['paymentSystems', [undefined, { IT: ['adyen'] }], [{ IT: [] }, { it: ['adyen'] }, { IT: ['cash'] }]],
  ['languages', [['it', 'es', 'fr', 'en'], ['en']], [[], ['it', 'it'], ['de']]],
])('%s', (path, taken, refused) => {
  for (const value of taken) expect([value, isTaken(path, value)]).toEqual([value, true])
  for (const value of refused) expect([value, isTaken(path, value)]).toEqual([value, false])
})

it('ends accounts after two years without a visit by default', () => {
  expect(brandFile.parse(changed('absence', undefined)).absence).toEqual({ endsAfterMonths: 24 })
})

it('has photos approved by a person by default', () => {
  expect(brandFile.parse(changed('photos.approval', undefined)).photos.approval).toBe('by_person')
})

it.each([
  ['IT', 30],
  ['FR', 30],
  ['ES', 15],
  ['GB', 1],
  ['IE', 1],
])('in %s a renewal is announced at least %i days before', (country, least) => {
  const isEnough = (noticeDays: number) =>
    brandFile.safeParse({ ...changed('country', country), renewal: { noticeDays, graceDays: 7 } }).success
  expect([isEnough(least), isEnough(least - 1)]).toEqual([true, false])
})

it('inserts a value into Markdown as plain text, whatever it contains', () => {
  const fill = (value: string) => fillPlaceholders('{{value}}', { values: { value }, parts: {} })
  const marks = [...'\\`*_{}[]<>()#+!|~&']
  expect(marks.map(fill)).toEqual(marks.map((mark) => `\\${mark}`))
  expect(fill('Via dell’Esempio 2, 00100 Roma. a-b "c"')).toBe('Via dell’Esempio 2, 00100 Roma. a-b "c"')
  const parts = { yes: true, no: false }
  const part = (text: string) => fillPlaceholders(text, { values: { a: 'x' }, parts })
  expect(part('1 {{#yes}}2 {{a}} {{/yes}}{{#no}}3 {{/no}}4 {{#no}}5 {{/no}}')).toBe('1 2 x 4 ')
  for (const text of ['{{#other}}x{{/other}}', '{{b}}', '{{ a }}']) expect(() => part(text)).toThrow('is unknown')
})
