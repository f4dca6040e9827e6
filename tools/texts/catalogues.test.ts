import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '@incontro/contract'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { describe, expect, it } from 'vitest'
import { cataloguePrefixes, nameOf, readCatalogue } from './read-catalogue.ts'

const root = join(import.meta.dirname, '../..')
/** Names of placeholders, tags, and the variables that select a plural or choice. */
const placeholders = (text: string) => [...new Set(text.match(/\{\w+(?=[,}])|<\/?\d+\/?>/g) ?? [])].sort()

const config = getConfig({ cwd: root })
const catalogues = await getCatalogs(config)

it('checks every catalogue', () =>
  expect(catalogues.map(({ path }) => path.slice(root.length + 1))).toEqual(
    cataloguePrefixes.map((prefix) => `${prefix}{locale}`),
  ))

describe.each(cataloguePrefixes)('%s', (prefix) => {
  const source = readCatalogue(prefix, 'en')

  it('has exactly the texts of the code', async () => {
    const catalogue = catalogues.find(({ path }) => path.endsWith(`/${prefix}{locale}`))
    const used = Object.entries((await catalogue!.collect()) ?? {}).map(([id, { message, context }]) =>
      // A text with an id is stored under its id, any other under the text itself.
      source.has(id) ? id : nameOf(message ?? id, context),
    )
    expect(used.filter((text) => !source.has(text))).toEqual([])
    expect([...source.keys()].filter((text) => !used.includes(text))).toEqual([])
    // Hundreds of files are compiled: five seconds on an idle machine, 35 beside the other tests.
  }, 90_000)

  describe.each(locales)('in %s', (locale) => {
    const catalogue = readCatalogue(prefix, locale)
    it('has exactly the texts of the source language', () =>
      expect([...catalogue.keys()].sort()).toEqual([...source.keys()].sort()))
    it('has no missing entry', () =>
      expect([...catalogue].filter(([, words]) => words.trim() === '').map(([id]) => id)).toEqual([]))
    it('keeps every placeholder', () =>
      expect(
        [...catalogue]
          .filter(([id, words]) => placeholders(source.get(id)!).join() !== placeholders(words).join())
          .map(([id]) => id),
      ).toEqual([]))
  })
})

// A page that waits for two catalogues shows whichever came last, and the server another: hydration then starts afresh.
it.each(locales)('translates a text of several pages in one way, in %s', (locale) => {
  const words = new Map<string, Set<string>>()
  for (const prefix of cataloguePrefixes.filter((one) => one.startsWith('web/')))
    for (const [id, text] of readCatalogue(prefix, locale)) words.set(id, (words.get(id) ?? new Set()).add(text))
  expect([...words].filter(([, ways]) => ways.size > 1).map(([id, ways]) => [id, ...ways])).toEqual([])
})

/** A translated text in the code under the code of its language, such as `fr: 'Bonjour à tous'`. */
const tableEntry = /\b(?:es|fr)['"]?: (?:\[\s*)?['"`][^'"`\n]* [^'"`\n]*['"`]/

it('has every text in a catalogue, and no tables of translations in the code', () => {
  expect(tableEntry.test("fr: 'Bonjour à tous'")).toBe(true)
  expect(tableEntry.test("fr: [\n    'Bonjour à tous',")).toBe(true)
  const files = ['server/src', 'web/src', 'contract/src', 'sandbox/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:tsx?|json)$/.test(file) && !file.includes('.test.') && !file.includes('/testing/'))
      .map((file) => join(folder, file)),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => tableEntry.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
