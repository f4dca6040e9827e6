import {
  commonMistakes,
  emailProviders,
  endings,
  inManyCountries,
  lookAlikes,
  ordinaryWords,
  withOneEnding,
} from './email-providers.ts'

interface Provider {
  readonly domain: string
  readonly name: string
  readonly ending: string
  readonly country: string
}

const split = (domain: string): readonly [name: string, ending: string] => {
  const dot = domain.indexOf('.')
  return dot < 0 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot + 1)]
}

const providers: readonly Provider[] = Object.entries(emailProviders).flatMap(([country, domains]) =>
  domains.split(' ').map((domain) => {
    const [name, ending] = split(domain)
    return { domain, name, ending, country }
  }),
)
const known: ReadonlySet<string> = new Set(providers.map(({ domain }) => domain))

/**
 * The address that was probably meant, if its domain is one slip of the fingers away from that of a well-known
 * provider; undefined for all others, which may be right. A question only: nothing refuses an address for it.
 * @param email as `normaliseEmail` returns it
 * @param country whose providers come first where two are as near
 */
export function suggestEmail(email: string, country = ''): string | undefined {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const domain = email
    .slice(at + 1)
    .replace(/[,;]/g, '.')
    .replace(/\.+/g, '.')
    .replace(/\.$/, '')
    // The ending twice, as completion adds it.
    .replace(/(\.[a-z]{2,3})\1$/, '$1')
  if (at < 1 || local.includes('@')) return undefined
  const meant = commonMistakes[domain]
  if (meant !== undefined) return `${local}@${meant}`
  if (known.has(domain)) return email.endsWith(`@${domain}`) ? undefined : `${local}@${domain}`
  const [best] = providers
    .map((provider) => ({ provider, slips: slipsBetween(domain, provider) }))
    .filter(({ slips }) => slips !== undefined)
    .sort((one, other) => rank(one, country) - rank(other, country))
  return best && `${local}@${best.provider.domain}`
}

/** Fewest slips first, then the visitor's country, then the providers of all countries. */
const rank = ({ provider, slips = 0 }: { provider: Provider; slips: number | undefined }, country: string): number =>
  slips * 10 + (provider.country === country ? 0 : provider.country === 'everywhere' ? 1 : 2)

/** How many slips lead from the provider's domain to this one; undefined if it is not that domain, mistyped. */
function slipsBetween(domain: string, { name, ending }: Provider): number | undefined {
  const [typedName, typedEnding] = split(domain)
  if (typedEnding === '')
    return name.length >= 5 && [name, `${name}${ending.replace('.', '')}`].includes(typedName) ? 1 : undefined
  const inName = typedName === name ? 0 : isSlipOfName(typedName, name) ? 1 : undefined
  if (inName === undefined) return undefined
  const inEnding = slipsInEnding(typedEnding, { name, ending })
  return inEnding === undefined ? undefined : inName + inEnding
}

function slipsInEnding(typed: string, { name, ending }: Pick<Provider, 'name' | 'ending'>): number | undefined {
  if (typed === ending) return 0
  const near = slips(ending, typed).size > 0
  // `co`, `cm` and `om` are countries, but without a letter of `com` they are hardly ever meant.
  if (ending === 'com' && ['co', 'cm', 'om'].includes(typed) && name.length >= 5) return 1
  if (!endings.has(typed)) return near || withOneEnding.has(name) ? 1 : undefined
  // Further than a slip, but the provider has no other ending. (Less likely than the nearest, so counted as two.)
  if (withOneEnding.has(name)) return 2
  return near && name.length >= 6 && !inManyCountries.has(name) ? 1 : undefined
}

function isSlipOfName(typed: string, name: string): boolean {
  if (name.length < 5 || ordinaryWords.has(name) || lookAlikes.has(typed)) return false
  const found = slips(name, typed)
  return found.has('swap') || found.has('missing') || found.has('other') || found.has('added')
}

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const placeOf = (letter: string): readonly [number, number] | undefined => {
  const row = rows.findIndex((keys) => keys.includes(letter))
  return row < 0 ? undefined : [row, rows[row]?.indexOf(letter) ?? 0]
}
/** Whether two letters are the same key or neighbours. */
function areNear(one: string | undefined, other: string | undefined): boolean {
  const [first, second] = [placeOf(one ?? ''), placeOf(other ?? '')]
  return first !== undefined && second !== undefined
    ? Math.abs(first[0] - second[0]) <= 1 && Math.abs(first[1] - second[1]) <= 1
    : one === other
}

/**
 * Which single slips turn `word` into `typed`: two letters swapped, one missing, one added beside its own key or one of
 * the word's again, one
 * other letter. The first letter is rarely another one, and only that of a neighbouring key.
 */
function slips(word: string, typed: string): ReadonlySet<'swap' | 'missing' | 'added' | 'other'> {
  const found = new Set<'swap' | 'missing' | 'added' | 'other'>()
  const longer = typed.length - word.length
  if (Math.abs(longer) > 1 || word === typed) return found
  let from = 0
  while (from < word.length && word[from] === typed[from]) from++
  const restOf = (text: string, skipped: number) => text.slice(from + skipped)
  if (longer === 0 && restOf(word, 1) === restOf(typed, 1) && (from > 0 || areNear(word[0], typed[0])))
    found.add('other')
  if (
    longer === 0 &&
    word[from] === typed[from + 1] &&
    word[from + 1] === typed[from] &&
    restOf(word, 2) === restOf(typed, 2)
  )
    found.add('swap')
  if (longer === -1 && restOf(word, 1) === restOf(typed, 0)) found.add('missing')
  if (
    longer === 1 &&
    restOf(word, 0) === restOf(typed, 1) &&
    (word.includes(typed[from] ?? ' ') ||
      [word[from - 1], word[from]].some((near) => near !== undefined && areNear(near, typed[from])))
  )
    found.add('added')
  return found
}
