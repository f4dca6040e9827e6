import type { Keys } from '#platform/ids.ts'
import type { FastifyRequest } from 'fastify'
import type { Site } from '#platform/caller.ts'
import type { Challenges } from '#platform/secrets/challenge.ts'
import type { Database, Executor } from '#platform/database/database.ts'
import type { Log } from '#platform/process/log.ts'
import type { Realtime } from '#platform/live/realtime.ts'
import type { PriorityGate } from '#platform/flow-control/priority-gate.ts'
import type { Flows, PriceHistory } from '#modules/flows/index.ts'
import type { Brand } from '#modules/brands/index.ts'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import type { Connections } from './connections.ts'
import type { Wallet, WalletBrand } from './wallets/port.ts'

/** The part of a brand that purchases need. */
export interface PayingBrand {
  readonly key: string
  /** Percent, included in every price; for members of a country that is not in the table of VAT rates. */
  readonly vatRate: number
  /** The seller. */
  readonly company: { readonly name: string; readonly address: string; readonly vatNumber: string }
  /**
   * Days between reminder and renewal by the country's law, and days for which an unpaid renewal keeps the plan active.
   */
  readonly renewal: { readonly noticeDays: number; readonly graceDays: number }
  readonly domain: string
  readonly origin: string
  readonly currency: string
  /** By the member's country, where another currency is paid. */
  readonly currencies?: Readonly<Partial<Record<string, string>>> | undefined
  /** By the member's country: payment systems offered there, in order. */
  readonly paymentSystems?: Readonly<Record<string, readonly string[]>> | undefined
  /** Its host names. */
  readonly hosts: readonly string[]
  readonly title: string
  readonly country: Brand['country']
  readonly support: Brand['support']
  readonly wallet: WalletBrand['wallet']
  /** The brand's style sheet as text: the card frame loads nothing from the site. */
  readonly assets: { readonly tokensCss: string }
}

export interface PaymentLimits {
  /** Attempts of one member within an hour. */
  readonly attemptsPerHour: number
  /** Consecutive declines within an hour after which another method is required. */
  readonly declinesInARow: number
  /**
   * Declined typed cards per network (/24, /48), in this hour and the previous one, from which the next is delayed, and
   * from which it takes a proof of work.
   */
  readonly networkDeclines: { readonly slowFrom: number; readonly workFrom: number; readonly waitMs: number }
  /** Members who may be declined with one card, in this hour and the previous one, before further ones are held back. */
  readonly membersOfCard: number
}

/** A database with the brands that it serves. */
export interface PoolsDatabase {
  readonly db: Database
  readonly brandIds: readonly string[]
}

export interface PaymentDeps {
  readonly db: Database
  /** The databases of all pools: a provider's webhooks come for all of them. */
  readonly everyDatabase: () => readonly PoolsDatabase[]
  readonly connections: Connections
  readonly wallets: readonly Wallet[]
  /** Origin that serves the wallets' frames and nothing else; null for the site's own. */
  readonly walletFrameOrigin: string | null
  readonly flows: Pick<Flows, 'of'>
  readonly brandOf: (brandId: string) => PayingBrand | undefined
  readonly realtime: Realtime
  readonly log: Log
  readonly clock: () => Date
  readonly challenges: Challenges
  /** 32 bytes, for requests stored while their outcome is open. */
  readonly sealKeys: Keys
  readonly pricesBefore: PriceHistory['pricesBefore']
  readonly enqueueEmail: EnqueueEmail
  /** Whether nothing is sent to an address, because what was sent has bounced. */
  readonly isStopped: (executor: Executor, address: { brandId: string; address: string }) => Promise<boolean>
  /** Whether a member has used what a plan gives since the given time. */
  readonly hasUsedPlan: (executor: Executor, memberId: string, since: Date) => Promise<boolean>
  /** Whether age checks by wallet are available, too. */
  readonly asksWallets: boolean
  readonly limits: PaymentLimits
  /** Webhook events processed concurrently by the process that received them; with 0, the sweep processes all. */
  readonly eventConcurrency: number
  /** Granting what was paid. */
  readonly urgent: PriorityGate
  /** Waits for the given milliseconds. */
  readonly pause: (ms: number) => Promise<void>
  /** Folder of the card frame's built script. */
  readonly frameDir: string
  /** Resolves the site of a request, as the HTTP routes do. */
  readonly siteOf: (request: FastifyRequest) => Site | undefined
}
