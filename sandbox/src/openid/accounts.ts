import { randomInt } from 'node:crypto'
import type { Collection } from '../collection.ts'

/** A person who can sign in at the sandbox's provider; created when a tester first types the address. */
export interface OpenIdAccount {
  /** The subject: digits, as at Google. It stays the same when the name or the confirmation changes. */
  readonly id: string
  readonly email: string
  readonly name: string
  readonly emailVerified: boolean
}

export interface Accounts {
  byId(id: string): OpenIdAccount | undefined
  /** Accounts, the most recently used first. */
  recent(count: number): OpenIdAccount[]
  /** Finds or creates the account of an address, and updates it with what the tester typed. */
  signIn(typed: Omit<OpenIdAccount, 'id'>): OpenIdAccount
}

export function createAccounts(records: Collection<OpenIdAccount>): Accounts {
  return {
    byId: (id) => records.get(id),
    recent: (count) => records.newest(count),
    signIn(typed) {
      const email = typed.email.trim().toLowerCase()
      const known = records.all().find((account) => account.email === email)
      return records.put({
        id: known?.id ?? newSubject(),
        email,
        name: typed.name.trim() || nameOf(email),
        emailVerified: typed.emailVerified,
      })
    },
  }
}

const newSubject = (): string => `1${Array.from({ length: 20 }, () => randomInt(10)).join('')}`

/** `anna.rossi@…` is named Anna Rossi by default. */
const nameOf = (email: string): string =>
  (email.split('@')[0] ?? '')
    .split(/[._+-]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ') || 'Somebody'
