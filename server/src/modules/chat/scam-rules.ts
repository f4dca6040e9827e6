import type { ScamKind } from '@incontro/contract'
import words from './scam-words.json' with { type: 'json' }

/**
 * What gives away that somebody is after money, by kind and language: regular expressions over the text in small letters and without
 * accents. All languages are looked for in every message. Whoever reads it is warned before they answer; nothing is held back.
 */
const rules: Readonly<Record<ScamKind, Readonly<Record<string, readonly string[]>>>> = words

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
const compiled = Object.entries(rules).map(
  ([kind, byLocale]) =>
    [kind as ScamKind, new RegExp(`\\b(?:${Object.values(byLocale).flat().join('|')})`, 'u')] as const,
)

/** What a message looks like an attempt at; null for nearly all of them. */
export function scamOf(text: string): ScamKind | null {
  const plainText = plain(text)
  return compiled.find(([, expression]) => expression.test(plainText))?.[0] ?? null
}
