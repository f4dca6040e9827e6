import { hash, verify } from '@node-rs/argon2'
import { hasPasswordLength } from '@incontro/contract'
import { dictionary } from '@zxcvbn-ts/language-common'

export interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** Argon2id by OWASP's first choice: 19 MiB, two passes, one lane. */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes equally long for a wrong password, a member without one, and an unknown member. */
  fits(stored: string | null | undefined, password: string): Promise<boolean>
  /** The hash to store instead of one that was made of the password as an older version stored it. */
  renewed(stored: string | null | undefined, password: string): Promise<string | undefined>
}

/**
 * One form for what keyboards type differently: an accent as one character or two, full-width letters, the spaces of
 * other scripts. RFC 8265 asks for NFC and plain spaces; NFKC (NIST SP 800-63B) also lets in who types on a keyboard
 * with another width.
 */
const normalised = (password: string): string => password.normalize('NFKC').replace(/\p{Zs}/gu, ' ')

/** Hashes of before were made of the password as it was typed, on a Mac or on an Android phone. */
const formsOf = (password: string): readonly string[] => [
  ...new Set([normalised(password), password, password.normalize('NFC'), password.normalize('NFD')]),
]

/** @param cost of a hash; only tests pass less than `passwordCost` */
export function createPasswords(cost: PasswordCost = passwordCost): Passwords {
  const decoy = hash('nobody has this password', cost)
  return {
    hash: (password) => hash(normalised(password), cost),
    async fits(stored, password) {
      const compared = stored ?? (await decoy)
      for (const form of formsOf(password))
        if (await verify(compared, form)) return stored !== null && stored !== undefined
      return false
    },
    async renewed(stored, password) {
      if (typeof stored !== 'string' || formsOf(password).length === 1) return undefined
      return (await verify(stored, normalised(password))) ? undefined : hash(normalised(password), cost)
    },
  }
}

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** 8 to 128 characters as a reader counts them, and not on the list of common passwords (rule 3.1). */
export function isAcceptablePassword(password: string): boolean {
  const form = normalised(password)
  return hasPasswordLength(form) && !common.has(form.toLowerCase())
}
