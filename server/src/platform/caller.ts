import type { Gender, IntentId, Locale, SearchFilters, StaffRole } from '@incontro/contract'
import type { Executor } from './database/database.ts'

/** Where a member is listed and whom they seek. */
export interface Listing {
  /** Whose searches show the member: the wire's `sono`, and with `listedInBoth` the other one too. */
  readonly gender: Gender
  readonly listedInBoth: boolean
  /** The wire's `cerco`, and with `seeksBoth` the other one too. */
  readonly seeks: Gender
  readonly seeksBoth: boolean
}

/**
 * The signed-in member, as the session says: read again for each request and after each change while a socket is open.
 */
export interface Principal extends Listing {
  readonly memberId: string
  readonly sessionId: string
  readonly brandId: string
  readonly poolId: string
  readonly clickid: string
  readonly level: 0 | 1 | 2
  readonly country: string
  readonly regionId: number | null
  readonly cityId: number | null
  readonly locale: Locale
  readonly flowId: string
  readonly emailConfirmed: boolean
  /**
   * True if the address is confirmed, or the sign-up flow does not require it: the member may be listed, write and pay
   * (rule 12.2).
   */
  readonly mayReachOthers: boolean
  readonly sample: boolean
  readonly search: SearchSettings
}

/** What a member looks for in others, with what of their own others' criteria are checked against. */
export interface SearchSettings {
  /** The member's own age, height in centimetres, and intent; null if they do not say. */
  readonly age: number
  readonly height: number | null
  readonly intent: IntentId | null
  readonly filters: SearchFilters
  /** True while the filters are those suggested at sign-up, which the member has not changed. */
  readonly isSuggested: boolean
  /** Where they search; null for where they live. */
  readonly place: SearchPlace | null
  /** The region they lived in when they chose that place, if it had no one for them: leaving it needs no plan. */
  readonly leftRegionId: number | null
}

/** Where a member searches: a region, or a city in it; without a region, the whole country. */
export interface SearchPlace {
  readonly regionId: number | null
  readonly cityId: number | null
}

/** A region of a country, or a city in it. */
export interface Place {
  readonly regionId: number
  readonly cityId: number | null
}

/** A signed-in staff member, as their session says. */
export interface StaffPrincipal {
  readonly staffId: string
  readonly sessionId: string
  /** In lower case. */
  readonly email: string
  /** A row for each role that they have at a brand: one may moderate here and do the finances there. */
  readonly roles: readonly RoleAtBrand[]
  /** Until when the second factor counts as just shown; null if it was not shown again. */
  readonly provedUntil: Date | null
}

/**
 * The accounts that a person of staff has as a member of a brand and of those that share its members, by their address:
 * a colleague looks after those. It is read by the executor that is given: a request that waits for a second connection
 * while it holds one can keep all from going on.
 */
export type OwnMemberIds = (executor: Executor, staff: StaffPrincipal, brandId: string) => Promise<readonly string[]>

export interface RoleAtBrand {
  readonly brandId: string
  readonly role: StaffRole
}

/** Who a session signs in: a member or staff, never both. */
export type Caller =
  | { readonly kind: 'member'; readonly member: Principal }
  | { readonly kind: 'staff'; readonly staff: StaffPrincipal }

/** The site a request is addressed to. */
export interface Site {
  readonly brandId: string
  readonly poolId: string
  /** Host name without port, as in `servizio`. */
  readonly host: string
  /** Scheme, host and port: the start of links in emails. */
  readonly origin: string
}
