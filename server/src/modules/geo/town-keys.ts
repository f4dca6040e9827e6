import otherNames from './other-names.json' with { type: 'json' }

/** How a name of a town is compared: lower-cased, without accents and ligatures, every mark between words a space. */
export const foldTown = (name: string): string =>
  // Most names are ASCII, and thousands are folded at once.
  (/^[\x20-\x7e]*$/.test(name) ? name : withoutMarks(name))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const withoutMarks = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .replace(/œ/gi, 'oe')
    .replace(/æ/gi, 'ae')
    .replace(/ß/g, 'ss')

/** The seat of a province with its name, or with the first of its names (Massa of Massa-Carrara). */
export const isCapital = ({ name, province }: { readonly name: string; readonly province: string }): boolean =>
  province === name || (province.startsWith(name) && /^(?:-| e | - |\/)/.test(province.slice(name.length)))

/** Abbreviations at the start of a name, and what they are read as. */
const abbreviated: Readonly<Record<string, readonly string[]>> = {
  st: ['saint'],
  ste: ['sainte'],
  sto: ['santo'],
  sta: ['santa'],
  s: ['san', 'sant', 'santa', 'santo'],
}

/** Words at the start of a name that who looks for it leaves out: `spezia`, `havre`, `palmas`, `albans`. */
const leftOut = new Set(
  'a as el en es i il l la las le les lo los o os sa ses the saint sainte sant santa santo san'.split(' '),
)

/** What a typed name may be read as. */
export function readingsOf(typed: string): readonly string[] {
  const folded = foldTown(typed)
  const [first = '', ...rest] = folded.split(' ')
  const words = (Object.hasOwn(abbreviated, first) && abbreviated[first]) || []
  const others = spelt(rest.join(' '))
  return [...new Set([folded, ...[first, ...words].map((word) => [word, others].join(' ').trim())])]
}

/** Names of a town beside the one that is shown: both languages of a bilingual place, what it was called before. */
const others: Readonly<Record<string, readonly string[] | undefined>> = otherNames

export interface TownKey {
  readonly key: string
  /** 0 for the name itself; a town found by it comes before those found by another or by a part. */
  readonly rank: 0 | 1
}

/** Under which keys a town is found. */
export function keysOf(country: string, name: string): readonly TownKey[] {
  const full = spelt(foldTown(name))
  const keys = new Map<string, 0 | 1>([[full, 0]])
  const add = (key: string): void => {
    if (key !== '' && !keys.has(key)) keys.set(key, 1)
  }
  // Both halves of "Arrasate / Mondragón", and of "Luson - Luesen" also with the letter for which `ue` stands.
  const halves = name.split(/\s*\/\s*|\s+-\s+/)
  if (halves.length > 1)
    for (const half of halves) {
      add(spelt(foldTown(half)))
      add(spelt(foldTown(half)).replace(/([aou])e/g, '$1'))
    }
  for (const other of others[`${country}/${name}`] ?? [])
    for (const key of [other, `${name} ${other}`, `${other} ${name}`]) add(spelt(foldTown(key)))
  if (/['’]/.test(name)) add(foldTown(name.replace(/['’]/g, '')))
  for (const key of keys.keys()) {
    const words = key.split(' ')
    const start = words.findIndex((word) => !leftOut.has(word))
    if (start > 0) add(words.slice(start).join(' '))
  }
  return [...keys].map(([key, rank]) => ({ key, rank }))
}

/** A name with each `St` written out: St Albans, Bury St Edmunds. */
function spelt(folded: string): string {
  return folded
    .split(' ')
    .map((word) => (word === 'st' || word === 'ste' ? (abbreviated[word]?.[0] ?? word) : word))
    .join(' ')
}
