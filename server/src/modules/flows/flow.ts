import type { HookTexts } from './hook-texts.ts'
import type { Gender, paymentSystems } from '@incontro/contract'
import type { LocalText } from './local-text.ts'

/** A plan or pack for sale. Money in integer minor units of `currency`; credits and days are whole numbers. */
export interface RatePlan {
  readonly id: string
  readonly name: LocalText
  /** Price of one month or one message, for comparison. */
  readonly unitMinor: number
  /** What is charged. */
  readonly totalMinor: number
  /**
   * After a reduction: the lowest price of the 30 days before it, from the price history (`price-history.ts`), never
   * from the file.
   */
  readonly oldTotalMinor: number | null
  readonly currency: string
  readonly unitText: LocalText
  readonly badge: LocalText
  readonly description: LocalText
  readonly descriptionColour: string
  readonly suggestion: LocalText
  readonly suggestionColour: string
  readonly visible: boolean
  readonly spaceBelow: boolean
  /** Only offered as a first purchase. */
  readonly firstSelling: boolean
  readonly credits: number
  /** Extra credits for paying with an online wallet (section 4, "Online wallet order"). */
  readonly promoCredits: number
  readonly level: Level
  readonly renews: boolean
  /** Null for a pack, which has no term. */
  readonly period: { readonly unit: 'day' | 'month'; readonly count: number } | null
}

export type Level = 0 | 1 | 2
export type PlanList = 'free' | 'premium' | 'compliant' | 'verification'

export type Plans = Readonly<Record<PlanList, readonly RatePlan[]>>

/** Free credits are refilled up to `upTo`, by `amount` every `days` days. */
export interface Refill {
  readonly upTo: number
  readonly amount: number
  readonly days: number
}

/** A product variant: what its members are given, what it costs, which prompts they see (section 3, "Flow"). */
export interface Flow {
  readonly brandKey: string
  readonly id: string
  /** Hash of the whole flow: equal content has the same version. */
  readonly version: string
  /** True for flow `0000`, in which nothing renews. */
  readonly compliant: boolean
  /** Message credits given at registration, and again as the welcome gift. */
  readonly freeMessages: number
  readonly welcomeGift: number
  readonly icebreakerCredits: number
  readonly likeCredits: number
  /** Refill of free credits (rule 12.6); null if there is none. */
  readonly refill: { readonly likes: Refill | null; readonly icebreakers: Refill | null }
  /** Cards per page of the list, and pages that a free member sees (rule 12.4). */
  readonly perPage: number
  readonly freePages: number
  /** Number of conversations in which a free member can read the first reply (rule 12.16). */
  readonly clearReplies: number
  /** Credits that a message costs a level-1 member. */
  readonly messageCost: number
  /** Price of a photo and of a voice message, in messages. */
  readonly mediaMessages: { readonly photo: number; readonly voice: number }
  readonly freeWritingFor: readonly Gender[]
  readonly ageCheck: boolean
  readonly photoOptional: boolean
  readonly inviteMode: boolean
  /** Whether the flow has a concierge: a program in a conversation of its own, always labelled. */
  readonly concierge: boolean
  readonly vertical: string
  readonly descriptor: string
  readonly doubleOptIn: boolean
  readonly paymentSystems: readonly PaymentSystem[]
  readonly hooks: {
    readonly blurred: boolean
    readonly pagination: boolean
    readonly outOfCredits: boolean
    readonly outOfLikes: boolean
    readonly changeRegion: boolean
  }
  /** Texts of hooks that differ from the catalogue. */
  readonly hookTexts: HookTexts
  /**
   * Actions of the buttons in the list's profile modal: true closes it, false opens the page. There is a modal if any
   * button closes.
   */
  readonly findModal: { readonly closesAtProfile: boolean; readonly closesAtChat: boolean }
  /** At the prices of the brand's currency. */
  readonly plans: Plans
  /** The same plans at the prices of the brand's other currencies. */
  readonly plansIn: Readonly<Record<string, Plans>>
}

export type PaymentSystem = (typeof paymentSystems)[number]

/** The flow of visitors without `tid`. */
export const compliantFlowId = '0000'
