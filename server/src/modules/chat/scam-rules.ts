import { scamKinds, type Locale, type ScamKind } from '@incontro/contract'
import words from './scam-words.json' with { type: 'json' }

/**
 * What gives away that somebody is after money, by language and kind: regular expressions over the text in small letters and without
 * accents. All languages are looked for in every message. Whoever reads it is warned before they answer; nothing is held back.
 */
const rules: Readonly<Record<Locale, Readonly<Record<ScamKind, readonly string[]>>>> = words

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
const expressions = scamKinds.map((kind) => {
  const ways = Object.values(rules).flatMap((byKind) => byKind[kind])
  return [kind, new RegExp(`\\b(?:${ways.join('|')})`, 'u')] as const
})

/** What a message looks like an attempt at; null for nearly all of them. */
export function scamOf(text: string): ScamKind | null {
  const plainText = plain(text)
  return expressions.find(([, expression]) => expression.test(plainText))?.[0] ?? null
}
