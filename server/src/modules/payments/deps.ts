import type { Keys } from '../../platform/ids.ts'
import type { FastifyRequest } from 'fastify'
import type { Site } from '../../platform/caller.ts'
import type { Database, Executor } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { Flows, PriceHistory } from '../flows/index.ts'
import type { EnqueueEmail } from '../outreach/index.ts'
import type { Connections } from './connections.ts'
import type { Wallet, WalletBrand } from './wallets/port.ts'

/** What of a brand the purchase needs. */
export interface PayingBrand {
  readonly key: string
  /** Percent, contained in every price; for members of a country that the table of VAT rates does not have. */
  readonly vatRate: number
  /** Who sells. */
  readonly company: { readonly name: string; readonly address: string; readonly vatNumber: string }
  /** `noticeDays` before a renewal, as its country asks for. */
  /** Days that an unpaid renewal keeps the plan: `graceDays`. */
  readonly renewal: { readonly noticeDays: number; readonly graceDays: number }
  readonly domain: string
  /** By the member's country: which of the flow's payment systems are offered there, and in which order. */
  readonly paymentSystems?: Readonly<Record<string, readonly string[]>> | undefined
  /** Its names in addresses. */
  readonly hosts: readonly string[]
  readonly title: string
  readonly country: string
  readonly wallet: WalletBrand['wallet']
  /** The brand's style sheet as text: the card frame stands alone and loads nothing of the site. */
  readonly assets: { readonly tokensCss: string }
}

export interface PaymentLimits {
  /** Attempts of one member within an hour. */
  readonly attemptsPerHour: number
  /** Declines in a row within an hour, after which another method is asked for. */
  readonly declinesInARow: number
  /** Typed cards declined for one network (/24, /48) in this hour and the one before: from how many the next is slowed, and stopped. */
  readonly networkDeclines: { readonly slowFrom: number; readonly stopAt: number; readonly waitMs: number }
}

export interface PaymentDeps {
  readonly db: Database
  readonly connections: Connections
  readonly wallets: readonly Wallet[]
  /** Where the frames of wallets are served: a name of this installation that serves nothing else; null for the site's own. */
  readonly walletFrameOrigin: string | null
  readonly flows: Pick<Flows, 'of'>
  readonly brandOf: (brandId: string) => PayingBrand | undefined
  readonly realtime: Realtime
  readonly log: Log
  readonly clock: () => Date
  /** 32 bytes, for requests kept while their outcome is open. */
  readonly sealKeys: Keys
  readonly pricesBefore: PriceHistory['pricesBefore']
  readonly enqueueEmail: EnqueueEmail
  /** Whether a member has written to anybody since. */
  readonly hasWritten: (executor: Executor, memberId: string, since: Date) => Promise<boolean>
  /** Whether an age can be shown with a wallet, too. */
  readonly asksWallets: boolean
  readonly limits: PaymentLimits
  /** Waits so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>
  /** Folder of the card frame's built script. */
  readonly frameDir: string
  /** As the HTTP routes have it: which brand a request is for. */
  readonly siteOf: (request: FastifyRequest) => Site | undefined
}
