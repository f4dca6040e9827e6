import { asRead } from '@incontro/contract/contacts'

/** Fewer letters or words say the same by chance: “Ciao, come stai?” is no copy. */
const [leastLetters, leastWords] = [30, 6]
/** Share of letter sequences that two texts have in common. Another name or number in it leaves them alike. */
const least = 0.75
const length = 4

/** Letter sequences of a text as it is read; null if it is too short to be compared. */
export type Shape = ReadonlySet<string> | null

export function shapeOf(text: string): Shape {
  const words = asRead(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
  const letters = words.join(' ')
  if (words.length < leastWords || letters.length < leastLetters) return null
  const parts = new Set<string>()
  for (let at = 0; at + length <= Math.min(letters.length, 400); at += 1) parts.add(letters.slice(at, at + length))
  return parts
}

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one]
  if (small.size < least * large.size) return false
  let common = 0
  for (const part of small) if (large.has(part)) common += 1
  return (2 * common) / (small.size + large.size) >= least
}

/** The most texts that are like one of them, that one included; 0 when no two are alike. */
export function mostAlike(shapes: readonly Shape[]): number {
  const compared = shapes.filter((shape) => shape !== null)
  const like = compared.map(() => 1)
  for (let one = 0; one < compared.length; one += 1)
    for (let other = one + 1; other < compared.length; other += 1)
      if (isAlike(compared[one]!, compared[other]!)) {
        like[one]! += 1
        like[other]! += 1
      }
  const most = Math.max(0, ...like)
  return most > 1 ? most : 0
}
