import { scamKinds, type Locale, type ScamKind } from '@incontro/contract'
import { asRead } from '@incontro/contract/contacts'
import words from './scam-words.json' with { type: 'json' }

/**
 * Typical phrases of romance scams, by language and kind: regular expressions over the lower-cased text without
 * accents and invisible characters. Every message is checked in all languages. The reader is warned before they answer; nothing is blocked.
 */
const rules: Readonly<Record<Locale, Readonly<Record<ScamKind, readonly string[]>>>> = words

const plain = (text: string): string => asRead(text).toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
const expressions = scamKinds.map((kind) => {
  const ways = Object.values(rules).flatMap((byKind) => byKind[kind])
  return [kind, new RegExp(`\\b(?:${ways.join('|')})`, 'u')] as const
})

/** The kind of scam a message resembles; null for nearly all. */
export function scamOf(text: string): ScamKind | null {
  const plainText = plain(text)
  return expressions.find(([, expression]) => expression.test(plainText))?.[0] ?? null
}
