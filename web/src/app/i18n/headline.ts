/**
 * Articles, prepositions and conjunctions that belong to the following word: a headline's line should not end in one.
 */
const leaning: Readonly<Record<string, RegExp>> = {
  it: /^(a|al|alla|con|da|dal|dalla|di|del|della|e|gli|i|il|in|la|le|lo|nel|nella|o|per|si|su|ti|tra|un|una)$/i,
  es: /^(a|al|con|de|del|e|el|en|la|las|los|lo|o|para|por|que|se|su|te|tu|un|una|y)$/i,
  fr: /^(à|au|aux|avec|de|des|du|en|et|la|le|les|leur|ou|par|pour|sans|se|son|sur|un|une|votre)$/i,
  en: /^(a|an|and|at|by|for|from|in|into|of|on|or|the|their|to|with|your)$/i,
}

const noBreak = '\u00A0'

/**
 * Joins words with non-breaking spaces so that the lines of a headline end at natural pauses: no line ends in a small
 * word that belongs to the next one, and a short last word does not stand alone. `text-wrap: balance` chooses among the
 * other spaces.
 */
export const headline = (text: string, locale: string): string => {
  const words = text.split(' ')
  const last = words.length - 1
  return words
    .map((word, index) => {
      if (index === last) return word
      const isOrphan = index === last - 1 && words.length > 3 && (words[last] ?? '').replace(/\P{L}/gu, '').length <= 4
      return word + (leaning[locale]?.test(word) || isOrphan ? noBreak : ' ')
    })
    .join('')
}
