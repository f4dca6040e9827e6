import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { glossary } from './glossary.ts'

type Language = keyof typeof glossary
const languages = Object.keys(glossary) as Language[]

/** The translations of a catalogue, one text each. */
function catalogueTexts(language: Language): string[] {
  const file = readFileSync(join(import.meta.dirname, `${language}.po`), 'utf8')
  return [...file.matchAll(/^msgstr ((?:".*"\n?)+)/gm)].map(([, text]) =>
    text!
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string)
      .join(''),
  )
}

/** Quoted texts of the emails' source; names of keys and placeholders are not in quotes there. */
function emailTexts(language: Language): string[] {
  const folder = join(import.meta.dirname, '../../../server/src/modules/outreach')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith(`texts.${language}.ts`),
  )
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)]
      .map(([, quoted, template]) => quoted ?? template ?? '')
      .filter((text) => /\s/.test(text)),
  )
}

const offences = (language: Language, texts: readonly string[]) =>
  glossary[language].flatMap(({ say, avoid }) =>
    texts.filter((text) => avoid.test(text)).map((text) => `say “${say}”: ${text}`),
  )

describe.each(languages)('%s', (language) => {
  it('uses the glossary in the pages', () => expect(offences(language, catalogueTexts(language))).toEqual([]))
  it('uses the glossary in the emails', () => {
    const texts = emailTexts(language)
    expect(texts.length).toBeGreaterThan(50)
    expect(offences(language, texts)).toEqual([])
  })
})

it('finds a word that the glossary avoids', () => {
  expect(offences('fr', ['Vos chats', 'Vos conversations'])).toHaveLength(1)
})
