import { hash, verify } from '@node-rs/argon2'
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
}

/** @param cost of a hash; only tests pass less than `passwordCost` */
export function createPasswords(cost: PasswordCost = passwordCost): Passwords {
  const decoy = hash('nobody has this password', cost)
  return {
    hash: (password) => hash(password, cost),
    async fits(stored, password) {
      const fits = await verify(stored ?? (await decoy), password)
      return fits && stored !== null && stored !== undefined
    },
  }
}

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** 8 to 128 characters, and not on the list of common passwords (decision 3.1). */
export const isAcceptablePassword = (password: string): boolean =>
  password.length >= 8 && password.length <= 128 && !common.has(password.toLowerCase())
