/** Articles, prepositions and conjunctions that lean on the word after them: a line of a headline that ends in one reads badly. */
const leaning: Readonly<Record<string, RegExp>> = {
  it: /^(a|al|alla|con|da|dal|dalla|di|del|della|e|gli|i|il|in|la|le|lo|nel|nella|o|per|si|su|ti|tra|un|una)$/i,
  es: /^(a|al|con|de|del|e|el|en|la|las|los|lo|o|para|por|que|se|su|te|tu|un|una|y)$/i,
  fr: /^(à|au|aux|avec|de|des|du|en|et|la|le|les|leur|ou|par|pour|sans|se|son|sur|un|une|votre)$/i,
  en: /^(a|an|and|at|by|for|from|in|into|of|on|or|the|their|to|with|your)$/i,
}

const noBreak = '\u00A0'

/**
 * A headline whose lines end where one would pause: no line ends in a small word that belongs to the next, and the last
 * word is not left alone if it is short. Which of the other spaces becomes a break is up to `text-wrap: balance`.
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
