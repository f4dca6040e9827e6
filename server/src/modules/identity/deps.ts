import type { PlaceNames } from '#modules/geo/index.ts'
import type { Keys } from '#platform/ids.ts'
import type { Brand, Brands } from '#modules/brands/index.ts'
import type { Flows, VisitorFlows } from '#modules/flows/index.ts'
import type { PhotoUrls } from '#modules/members/index.ts'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import type { Database, Executor, Tx } from '#platform/database/database.ts'
import type { Realtime } from '#platform/live/realtime.ts'
import type { Challenges } from '#platform/secrets/challenge.ts'
import type { Passwords } from './sign-in/passwords.ts'
import type { SignupKeys } from './signup/keys.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface IdentityDeps {
  readonly db: Database
  readonly brands: Brands
  /** Also those in other databases: a visitor may have to register there. */
  readonly everyBrand: Brands
  readonly flows: Flows
  readonly visitorFlows: VisitorFlows
  readonly geo: PlaceNames
  readonly photos: PhotoUrls
  readonly realtime: Realtime
  readonly enqueueEmail: EnqueueEmail
  /** A link was used that had been mailed to an address: it receives mail, also if one has bounced before. */
  readonly addressReached: (
    tx: Executor,
    address: { brandId: string; address: string; mailedAt: Date; at: Date },
  ) => Promise<void>
  /** Reopens an account that the person who registered it without confirming its address has closed. */
  readonly reopenForOwner: (tx: Tx, account: { readonly memberId: string; readonly origin: string }) => Promise<boolean>
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly keys: SignupKeys
  readonly challenges: Challenges
  /** Key of the hashes of device signals and addresses in the limits. */
  readonly signalKeys: Keys
  /** Sign-ups an hour: per email and per network (rule 11.7). */
  readonly signupLimits: { readonly perEmail: number; readonly perIp: number }
  /** Called when a session starts, with what the browser brings: its earlier cookie choice. */
  readonly onSessionStart: (visit: {
    readonly memberId: string
    readonly brandId: string
    readonly cookies: Readonly<Record<string, string | undefined>>
  }) => Promise<void>
  /** In a demo, brands are found at local host names, not at their domains. */
  readonly demo: boolean
  readonly clock: () => Date
}

/** The brand of a site; every site belongs to one. */
export function brandOf(deps: Pick<IdentityDeps, 'brands'>, brandId: string): Brand {
  const brand = deps.brands.byKey(brandId)
  if (!brand) throw new Error(`no brand ${brandId}`)
  return brand
}
