import { describe, expect, it } from 'vitest'
import { glossary } from './glossary.ts'
import { catalogueFolders, readCatalogue } from './read-catalogue.ts'

type Language = keyof typeof glossary
const languages = Object.keys(glossary) as Language[]

const offences = (language: Language, texts: readonly string[]) =>
  glossary[language].flatMap(({ say, avoid }) =>
    texts.filter((text) => avoid.test(text)).map((text) => `say “${say}”: ${text}`),
  )

describe.each(languages)('%s', (language) => {
  it.each(catalogueFolders)('uses the glossary in %s', (folder) => {
    const texts = [...readCatalogue(folder, language).values()]
    expect(texts.length).toBeGreaterThan(200)
    expect(offences(language, texts)).toEqual([])
  })
})

it('finds a word that the glossary avoids', () => {
  expect(offences('fr', ['Vos chats', 'Vos conversations'])).toHaveLength(1)
})
