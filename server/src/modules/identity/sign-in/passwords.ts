import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'

/** Argon2id by OWASP's first choice: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** 8 to 128 characters and none of the common list (decision 3.1). */
export const isAcceptablePassword = (password: string): boolean =>
  password.length >= 8 && password.length <= 128 && !common.has(password.toLowerCase())

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

const nobody = hashPassword('nobody has this password')

/** Takes the same time for a member without password, for an unknown one and for a wrong password. */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await nobody), password)
  return fits && stored !== null && stored !== undefined
}
