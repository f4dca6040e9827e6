/*
 * What differs from run to run gets a name: members theirs, every other id, token, hash and signature the next number
 * of its kind. The same value has the same name wherever it appears again.
 */

export interface Names {
  /** Names a value before it appears. */
  set(value: string, name: string): void
  /** Names a value, unless it has a name, as the next of its kind. */
  number(value: string, kind: string): void
  /** The name that a value has already. */
  known(value: unknown): string | undefined
  /** The text with every such value replaced. */
  apply(text: string): string
}

const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['id', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi],
  ['order number', /(?<![\w.-])(?=[\d-]*[A-Z])[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}(?![\w-])/g],
  ['password hash', /\$argon2id\$v=\d+\$m=8,t=1,p=1\$[\w+/]+\$[\w+/]+/g],
  ['hash', /\\\\?x[0-9a-f]{32,}\b/g],
  ['hex', /\b[0-9a-f]{24,}\b/g],
  // Not a part of sealed text, in which any word may follow a hyphen or a full stop.
  ['reference', /(?<![\w.-])(?=\d*[A-Z])[A-Z0-9]{16,17}\b/g],
  ['reference', /(?<![\w.-])(?:SSH|(?:tr|pi|evt|cus|cst|pm|mdt|re|ch|seti|cs|WH|CAPTURE)_)[A-Za-z0-9_]{8,}\b/g],
  ['sealed', /(?<![\w.-])(?=[\w.-]*[A-Z])(?=[\w.-]*\d)[A-Za-z0-9_.-]{60,}(?![\w-])/g],
  ['credential', /(?<=(?:credentialId|id): ?\\?"|(?:credentialId|id)":")[A-Za-z0-9_-]{22,27}(?=\\?")/g],
  ['subject', /\b1\d{20}\b/g],
  ['token', /(?<![\w.-])[\w-]{43}(?![\w-])/g],
]

/** Addresses within addresses, readable. */
const decoded = (text: string): string =>
  text.replaceAll(/%(?:3A|2F|3F|3D|26)/g, (escape) => decodeURIComponent(escape))

/** Signatures of addresses, which contain ids, and versions of files, which change with the build. */
const signature = /([?&][sv]=)[\w-]{16}(?![\w-])/g

export function createNames(): Names {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const next = (kind: string): string => {
    const n = (counts.get(kind) ?? 0) + 1
    counts.set(kind, n)
    return `<${kind} ${n}>`
  }
  let given: RegExp | undefined
  return {
    set(value, name) {
      names.set(value, `<${name}>`)
      given = undefined
    },
    number(value, kind) {
      if (!names.has(value)) names.set(value, next(kind))
      given = undefined
    },
    known: (value) => (typeof value === 'string' ? names.get(value) : undefined),
    apply(text) {
      given ??= new RegExp(
        [...names.keys()].map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') || '(?!)',
        'g',
      )
      let result = decoded(text).replace(given, (value) => names.get(value) ?? value)
      for (const [kind, pattern] of kinds)
        result = result.replace(pattern, (value) => {
          const known = names.get(value) ?? next(kind)
          names.set(value, known)
          return known
        })
      return result.replaceAll(signature, '$1…').replaceAll(/nonce=\\"[^"]+\\"/g, 'nonce=\\"…\\"')
    },
  }
}
