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

it.each<[Language, string, string]>([
  ['fr', 'Vos chats', 'Vos conversations'],
  ['fr', 'Vos forfaits', 'Vos formules'],
  ['fr', 'Ajoute ta photo : on te reconnaît', 'Vous êtes où l’on vous reconnaît'],
  ['fr', 'Jusqu’au {date}', 'Jusqu’{date}'],
  ['it', 'Attivo fino al {0}', 'Attivo fino {0}'],
  ['it', 'Messaggio coperto', 'Messaggio nascosto'],
  ['es', 'Escribe a la asistencia', 'Escribe a atención al cliente'],
  ['es', 'Abre la cartera', 'Abre la cartera digital'],
  ['es', '“{plan}” se renueva', '«{plan}» se renueva'],
  ['it', '“{plan}” si rinnova', '«{plan}» si rinnova'],
  ['it', 'Un nuovo Mi Piace', 'Un nuovo mi piace'],
  ['en', 'Write to customer care', 'Write to support'],
  ['en', 'Reject', 'Decline'],
  ['en', '3 months plan', '3-month plan'],
])('detects in %s that “%s” is avoided, and “%s” is not', (language, avoided, said) => {
  expect([offences(language, [avoided]).length > 0, offences(language, [said])]).toEqual([true, []])
})
