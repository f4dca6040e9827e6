import { locales } from '@incontro/contract'
import { describe, expect, test } from 'vitest'
import { answerTo, topicOf, wordsAfterMatch } from './answers.ts'
import answers from './data/answers.json' with { type: 'json' }

describe('topics', () => {
  test.each([
    ['Ciao, come stai?', 'greeting'],
    ['¡Hola!', 'greeting'],
    ['Ti va un caffè?', 'coffee'],
    ['On prend un verre ?', 'coffee'],
    ['Where do you live?', 'city'],
    ['Di che città sei?', 'city'],
    ['Grazie mille', 'thanks'],
    ['Ti piace leggere?', 'question'],
    ['Oggi ho camminato tanto', 'plain'],
    ['…', 'plain'],
  ])('“%s” is %s', (message, topic) => {
    expect(topicOf(message)).toBe(topic)
  })
})

describe('answers', () => {
  test.each(locales)('in %s: only the first one says that it is automatic, and none is repeated', (locale) => {
    const written: string[] = []
    for (let turn = 0; turn < 12; turn += 1) {
      const answer = answerTo({ locale, message: turn === 0 ? 'ciao' : 'e poi', written, key: `k ${turn}` })
      expect(answer.includes(answers[locale].sample)).toBe(turn === 0)
      if (turn <= answers[locale].plain.length) expect(written).not.toContain(answer)
      written.push(answer)
    }
  })

  test('the same question with the same key has the same answer', () => {
    const asked = { locale: 'it', message: 'Ciao!', written: [], key: 'a b 1' } as const
    expect(answerTo(asked)).toBe(answerTo(asked))
  })

  test('the first words after a match say that they are automatic', () => {
    expect(wordsAfterMatch('es', [], 'k')).toContain(answers.es.sample)
  })

  test('every language has the same kinds of phrases', () => {
    const kinds = locales.map((locale) => Object.keys(answers[locale]).join())
    expect(new Set(kinds).size).toBe(1)
  })
})
