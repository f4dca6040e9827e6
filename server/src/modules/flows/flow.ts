import type { HookTexts } from './hook-texts.ts'
import type { Gender, Locale, paymentSystems } from '@incontro/contract'

export type LocalText = Readonly<Record<Locale, string>>

/** What can be bought. Money in integer minor units of `currency`; credits and days are whole numbers. */
export interface RatePlan {
  readonly id: string
  readonly name: LocalText
  /** Price of one month, or of one message: what the total is compared by. */
  readonly unitMinor: number
  /** What is charged. */
  readonly totalMinor: number
  /** After a reduction: the lowest price of the 30 days before it, from the kept prices (`price-history.ts`), never from the file. */
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
  /** Made for a first purchase. */
  readonly firstSelling: boolean
  readonly credits: number
  /** Credits given where an online wallet is paid with (spec section 4, "Online wallet order"). */
  readonly promoCredits: number
  readonly level: Level
  readonly renews: boolean
  /** Null for a pack, which has no term. */
  readonly period: { readonly unit: 'day' | 'month'; readonly count: number } | null
}

export type Level = 0 | 1 | 2
export type PlanList = 'free' | 'premium' | 'compliant' | 'verification'

/** Free credits come back one by one until there are `upTo`, `amount` of them in `days` days. */
export interface Refill {
  readonly upTo: number
  readonly amount: number
  readonly days: number
}

/** The product variant a member is in: what they are given, what it costs, which prompts they meet (spec section 3, "Flow"). */
export interface Flow {
  readonly brandKey: string
  readonly id: string
  /** Hash of everything in the flow: the same text is the same version. */
  readonly version: string
  /** The flow `0000`, in which nothing renews. */
  readonly compliant: boolean
  /** Message credits given at registration, and as the welcome gift on top. */
  readonly freeMessages: number
  readonly welcomeGift: number
  readonly icebreakerCredits: number
  readonly likeCredits: number
  /** How free credits come back (decision 12.6); null where they do not. */
  readonly refill: { readonly likes: Refill | null; readonly icebreakers: Refill | null }
  /** Cards on a page of the list, and the pages that a free member sees (decision 12.4). */
  readonly perPage: number
  readonly freePages: number
  /** First replies that a free member reads clear, one in each of so many conversations (decision 12.16). */
  readonly clearReplies: number
  /** Credits a message of a level-1 member costs. */
  readonly messageCost: number
  /** A photo, and a voice message, costs as much as so many messages. */
  readonly mediaMessages: { readonly photo: number; readonly voice: number }
  readonly freeWritingFor: readonly Gender[]
  readonly ageCheck: boolean
  readonly photoOptional: boolean
  readonly inviteMode: boolean
  /** The labelled concierge, and who speaks for it. */
  readonly concierge: boolean
  readonly animationProvider: string
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
  /** What hooks say other than the catalogue. */
  readonly hookTexts: HookTexts
  /** What the buttons of the list's profile modal do: true closes, false leads there. The list has the modal where one closes. */
  readonly findModal: { readonly closesAtProfile: boolean; readonly closesAtChat: boolean }
  readonly plans: Readonly<Record<PlanList, readonly RatePlan[]>>
}

export type PaymentSystem = (typeof paymentSystems)[number]

/** The flow of visitors who come without `tid`. */
export const compliantFlowId = '0000'
