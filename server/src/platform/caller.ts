import type { Gender, Locale, SearchFilters, StaffRole } from '@incontro/contract'

/** Who asks, as the session says: read again at each request and at each change on an open socket. */
export interface Principal {
  readonly memberId: string
  readonly sessionId: string
  readonly brandId: string
  readonly poolId: string
  readonly clickid: string
  readonly level: 0 | 1 | 2
  readonly gender: Gender
  readonly seeks: Gender
  readonly country: string
  readonly regionId: number | null
  readonly cityId: number | null
  readonly locale: Locale
  readonly flowId: string
  readonly emailConfirmed: boolean
  /** The address is confirmed, or the flow of the sign-up does not ask for it: may be listed, write, pay (decision 12.2). */
  readonly mayReachOthers: boolean
  readonly sample: boolean
  readonly search: SearchSettings
}

/** What a member asks of the members they are shown, and what those may ask of them. */
export interface SearchSettings {
  /** The member's own age. */
  readonly age: number
  readonly filters: SearchFilters
  /** The filters are the suggestion of the sign-up, which the member has not touched. */
  readonly isSuggested: boolean
  /** Where they look; null: where they live. */
  readonly place: Place | null
}

/** In a country: a region, or a city of it. */
export interface Place {
  readonly regionId: number
  readonly cityId: number | null
}

/** Somebody of the staff, as their session says. */
export interface StaffPrincipal {
  readonly staffId: string
  readonly sessionId: string
  readonly role: StaffRole
  /** Brands they work for. */
  readonly brandIds: readonly string[]
}

/** Who a session signs in: a member or staff, never both. */
export type Caller =
  | { readonly kind: 'member'; readonly member: Principal }
  | { readonly kind: 'staff'; readonly staff: StaffPrincipal }

/** Where the request was addressed to. */
export interface Site {
  readonly brandId: string
  readonly poolId: string
  /** Host name without port, as `servizio` has it. */
  readonly host: string
  /** Scheme, host and port: what links in emails start with. */
  readonly origin: string
}
