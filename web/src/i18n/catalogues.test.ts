import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '@incontro/contract'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { describe, expect, it } from 'vitest'

const unquote = (block: string) =>
  block
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.replace(/^msg(id|str) /, '')) as string)
    .join('')
const read = (locale: string) => {
  const text = readFileSync(join(import.meta.dirname, `${locale}.po`), 'utf8')
  const found = [...text.matchAll(/^(msgid (?:".*"\n)+)(msgstr (?:".*"\n?)+)/gm)].map(
    ([, id, words]) => [unquote(id!), unquote(words!)] as const,
  )
  return new Map(found.filter(([id]) => id !== ''))
}
const placeholders = (text: string) => [...new Set(text.match(/\{\w+(?=[,}])|<\/?\d+\/?>/g) ?? [])].sort()

const source = read('it')

it('holds every text of the code', async () => {
  const config = getConfig({ cwd: join(import.meta.dirname, '../..') })
  const [catalogue] = await getCatalogs(config)
  const used = Object.values((await catalogue!.collect()) ?? {}).map(({ message }) => message ?? '')
  expect(used.filter((text) => !source.has(text))).toEqual([])
}, 30_000)

describe.each(locales)('the %s catalogue', (locale) => {
  const catalogue = read(locale)
  it('has every text of the source and no other', () =>
    expect([...catalogue.keys()].sort()).toEqual([...source.keys()].sort()))
  it('has no missing entry', () =>
    expect([...catalogue].filter(([, words]) => words.trim() === '').map(([id]) => id)).toEqual([]))
  it('keeps every placeholder', () =>
    expect(
      [...catalogue].filter(([id, words]) => placeholders(id).join() !== placeholders(words).join()).map(([id]) => id),
    ).toEqual([]))
})
