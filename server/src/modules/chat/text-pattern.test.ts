import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { openDatabase } from '#platform/database/database.ts'
import { firstMatch, patternFor } from './text-pattern.ts'

const finds = (query: string, text: string) => firstMatch(text, patternFor(query))?.match

it.each([
  ['fine', 'alla ﬁne del mese', 'ﬁne'],
  ['ﬁne', 'alla fine del mese', 'fine'],
  ['office', 'mon oﬃce', 'oﬃce'],
  ['office', 'mon oﬀice', 'oﬀice'],
  ['123', 'chiama １２３ subito', '１２３'],
  ['１２３', 'chiama 123 subito', '123'],
  ['cafeteria', 'alla cafe\u200bteria', 'cafe\u200bteria'],
  ['cafe\u200bteria', 'alla cafeteria', 'cafeteria'],
  ['cafeteria', 'alla cafe\u0301teria', 'cafe\u0301teria'],
  ['caffe', 'un CAFFÈ', 'CAFFÈ'],
  ['caﬀè', 'un caffe', 'caffe'],
  ['oeuvre', 'une œuvre', 'œuvre'],
  ['œuvre', 'une OEUVRE', 'OEUVRE'],
  ['ŒUVRE', 'une œuvre', 'œuvre'],
  ['strasse', 'die Straße', 'Straße'],
  ['flussschiff', 'das Flußschiff', 'Flußschiff'],
  ['caesar', 'ave Cæsar', 'Cæsar'],
  ['ciao', 'ｃｉａｏ a te', 'ｃｉａｏ'],
  ['ciao', '𝐜𝐢𝐚𝐨 a te', '𝐜𝐢𝐚𝐨'],
  ['m2', '40 m²', 'm²'],
  ['so\u00adle', 'il sole', 'sole'],
  ['città', 'la citta\u0300 eterna', 'citta\u0300'],
  ["l'altro", 'l’altro ieri', 'l’altro'],
  ['a  b', 'a\n b', 'a b'],
  ['(a-b)^[c]', 'e (a-b)^[c] e', '(a-b)^[c]'],
  ['привет', 'ПРИВЕТ тебе', 'ПРИВЕТ'],
])('%j finds %j', (query, text, match) => expect(finds(query, text)).toBe(match))

it.each([
  ['fine', 'confine'.slice(0, 3)],
  ['123', '１２４'],
  ['oeuvre', 'ouvre'],
])('%j does not find %j', (query, text) => expect(finds(query, text)).toBeUndefined())

const letters = fc.constantFrom(...'abeilmnotz AEILOTZ àéîõüçñ œæ ﬁ １２３ｏ 0123 .,;:!?()[]{}^$*+|/-\\\'’"@#&=<>~%')

it('finds every text by itself, in every form', () => {
  fc.assert(
    fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 30 }), (text) => {
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
        expect([form, new RegExp(patternFor(text), 'u').test(text.normalize(form))]).toEqual([form, true])
    }),
  )
})

it('means the same to PostgreSQL', async () => {
  const database = await createTestDatabase({ bystanders: false })
  const handle = openDatabase(database.url, { size: 1 })
  try {
    const texts = fc.sample(fc.string({ unit: letters, minLength: 1, maxLength: 12 }), { numRuns: 300, seed: 7 })
    const other = texts.slice(1).concat('zzz')
    const { rows } = await handle.pool.query<{ own: boolean; other: boolean }>(
      `select a ~ p as own, b ~ p as other from unnest($1::text[], $2::text[], $3::text[]) with ordinality as t (a, b, p, n) order by n`,
      [texts, other, texts.map(patternFor)],
    )
    expect(rows).toEqual(
      texts.map((text, at) => ({ own: true, other: new RegExp(patternFor(text), 'u').test(other[at] ?? '') })),
    )
  } finally {
    await handle.close()
    await database.drop()
  }
})
