import type { Locale } from '@incontro/contract'
import type { ScamKind } from '@incontro/contract'

/**
 * What gives away that somebody is after money, by kind and language: regular expressions over the text in small letters and without
 * accents. All languages are looked for in every message. Whoever reads it is warned before they answer; nothing is held back.
 */
const rules: Readonly<Record<ScamKind, Readonly<Record<Locale, readonly string[]>>>> = {
  money: {
    it: [
      'mi (?:puoi )?(?:mand|prest|invi|dar)\\w* .{0,30}(?:euro|eur|soldi|denaro|€)',
      '(?:mandami|inviami|prestami|mandarmi|prestarmi) .{0,30}(?:euro|eur|soldi|denaro|€)',
      'bonifico',
      'ricarica\\w* .{0,15}postepay',
    ],
    es: [
      '(?:mandame|enviame|prestame|mandarme|enviarme|prestarme|me (?:mandas|envias|prestas)) .{0,30}(?:euros?|dinero|€)',
      'transferencia bancaria',
      'hazme un bizum',
    ],
    fr: [
      '(?:envoie|envoyer|prete|preter)[ -]moi .{0,30}(?:euros?|argent|€)',
      "m[’']?(?: ?envoyer|envoyer|avancer|e preter) .{0,30}(?:euros?|argent|€)",
      'virement',
      'mandat cash',
    ],
    en: [
      '(?:send|lend|wire|loan) me .{0,30}(?:money|cash|euros?|pounds?|dollars?|[€£$])',
      'bank transfer',
      'western union',
      'moneygram',
    ],
  },
  gift_card: {
    it: ['carte? regalo', 'buon[oi] (?:amazon|steam|google|apple|itunes)'],
    es: ['tarjetas? (?:de )?regalo'],
    fr: ['cartes? cadeaux?', 'recharges? (?:pcs|transcash|neosurf)', 'coupons? (?:pcs|transcash|neosurf)'],
    en: ['gift ?cards?', 'steam cards?'],
  },
  investment: {
    it: ['criptovalut', 'guadagn\\w+ (?:garantit|sicur|facil)', 'investiment\\w+ (?:garantit|sicur)'],
    es: ['criptomoneda', 'ganancias? (?:garantizad|segur)', 'inversion(?:es)? (?:garantizad|segur)'],
    fr: ['crypto ?-?monnaie', 'gains? (?:garanti|assure)', 'placements? (?:garanti|sur)'],
    en: [
      'crypto(?:currenc\\w+)?\\b',
      'bitcoin',
      'forex',
      '(?:guaranteed|easy) (?:profits?|returns?|money)',
      'trading platform',
    ],
  },
  code: {
    it: ['(?:mandami|inviami|dimmi|girami|mandarmi|dirmi) .{0,20}codice', 'codice .{0,15}(?:sms|verifica)'],
    es: ['(?:mandame|enviame|dime|pasame) .{0,20}codigo', 'codigo .{0,15}(?:sms|verificacion)'],
    fr: ['(?:envoie|donne|dis)[ -]moi .{0,20}code', 'code .{0,15}(?:sms|verification)'],
    en: ['(?:send|tell|give) me .{0,20}code', 'verification code'],
  },
}

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
const compiled = Object.entries(rules).map(
  ([kind, byLocale]) =>
    [kind as ScamKind, new RegExp(`\\b(?:${Object.values(byLocale).flat().join('|')})`, 'u')] as const,
)

/** What a message looks like an attempt at; null for nearly all of them. */
export function scamOf(text: string): ScamKind | null {
  const words = plain(text)
  return compiled.find(([, expression]) => expression.test(words))?.[0] ?? null
}
