import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { glossary } from './glossary.ts'
import { cataloguePrefixes, readCatalogue } from './read-catalogue.ts'

type Language = keyof typeof glossary
const languages = Object.keys(glossary) as Language[]

const offences = (language: Language, texts: readonly string[], terms = glossary[language]) =>
  terms.flatMap(({ say, avoid }) => texts.filter((text) => avoid.test(text)).map((text) => `say “${say}”: ${text}`))

const brandsFolder = new URL('../../brands/', import.meta.url).pathname

/** All texts of a brand's document in one language, which are the values below that language's key. */
const textsIn = (value: unknown, language: Language, isInLanguage = false): string[] => {
  if (typeof value === 'string') return isInLanguage ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    textsIn(part, language, key === language || (isInLanguage && !languages.some((other) => other === key))),
  )
}

const isContract = (file: string): boolean => /(terms|privacy|cookie)\.md$/.test(file)

describe.each(languages)('%s', (language) => {
  it.each(cataloguePrefixes)('uses the glossary in %s', (prefix) => {
    const texts = [...readCatalogue(prefix, language).values()]
    expect(texts.length).toBeGreaterThan(100)
    expect(offences(language, texts)).toEqual([])
  })
  it('applies to the texts of brands', () => {
    const texts = globSync(['_flows/*.json', '*/brand.json'], { cwd: brandsFolder }).flatMap((file) =>
      textsIn(JSON.parse(readFileSync(brandsFolder + file, 'utf8')), language),
    )
    expect(texts.length).toBeGreaterThan(20)
    expect(offences(language, texts)).toEqual([])
  })
  it.each(globSync(`_legal/${language}/*.md`, { cwd: brandsFolder }))('uses the glossary in %s', (file) => {
    const lines = readFileSync(brandsFolder + file, 'utf8').split('\n')
    const terms = glossary[language].filter(({ spoken }) => !spoken || !isContract(file))
    expect(offences(language, lines, terms)).toEqual([])
  })
})

it('detects a word that the glossary avoids', () => {
  expect(offences('fr', ['Vos chats', 'Vos conversations'])).toHaveLength(1)
})
