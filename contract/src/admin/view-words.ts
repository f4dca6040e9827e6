import { paymentSystems } from '../codes.ts'
import { auditActions } from './audit-actions.ts'
import { campaignKinds, campaignViews, postbackEvents, postbackStates } from './campaign-words.ts'
import { caseKinds } from './case-words.ts'
import { disputeStates } from './dispute-words.ts'
import {
  comparisonAims,
  comparisonPoints,
  figureDivisions,
  figureDimensions,
  figurePeriods,
  figureViews,
} from './figure-words.ts'
import { orderStates } from './order-words.ts'
import type { PermissionId } from './permissions.ts'

/** What a parameter of an address may say: one of these words, or what the function accepts. */
type Words = readonly string[] | ((text: string) => boolean)

interface ViewPage {
  /** Who opens the page: only they save and see its views. */
  readonly permission: PermissionId
  readonly words: Readonly<Record<string, Words>>
}

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  // The thirty-first of February would be the third of March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
const isYear = (text: string): boolean => /^20\d\d$/.test(text)
const isQuarter = (text: string): boolean => /^20\d\d-[1-4]$/.test(text)
const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text)

/** Of a source or a campaign, say. What looks like a mail address, an id or a network address could name a person. */
const isFigureValue = (text: string): boolean =>
  /^[^\p{Cc}@]{0,100}$/u.test(text) &&
  !/\d{1,3}(\.\d{1,3}){3}|[0-9a-f]{0,4}(:[0-9a-f]{0,4}){3}|[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text)

/** An affiliate's id, or the key of a postback of a file. */
const isPostback = (text: string): boolean => /^[a-z0-9-]{1,36}$/.test(text)

/**
 * What a saved view of a page may hold: parameters of the page's address. Words by which a person is looked for (`search`,
 * `q`, `member`) are not among them: a view is kept and shared, and must not name anyone.
 */
export const viewPages = {
  support: { permission: 'answerTickets', words: { view: ['mine', 'waiting', 'closed'] } },
  queue: { permission: 'moderate', words: { kind: caseKinds } },
  disputes: { permission: 'readMoney', words: { state: disputeStates } },
  transparency: { permission: 'readTransparency', words: { year: isYear } },
  privacy: { permission: 'readPrivacy', words: { view: ['closed', 'holds', 'retention'] } },
  orders: {
    permission: 'readMoney',
    words: {
      view: ['waiting'],
      state: orderStates,
      provider: paymentSystems,
      country: isCountry,
      from: isDay,
      to: isDay,
    },
  },
  invoices: { permission: 'readMoney', words: { view: ['vat'], quarter: isQuarter } },
  figures: {
    permission: 'readFigures',
    words: {
      view: figureViews,
      days: figurePeriods,
      compare: ['yes', 'no'],
      of: figureDimensions,
      value: isFigureValue,
      by: figureDivisions,
      aim: comparisonAims,
      points: comparisonPoints,
    },
  },
  campaigns: {
    permission: 'readCampaigns',
    words: {
      view: campaignViews,
      by: campaignKinds,
      days: figurePeriods,
      state: postbackStates,
      event: postbackEvents,
      postback: isPostback,
    },
  },
  mailings: { permission: 'readMailings', words: { view: ['journeys'] } },
  audit: { permission: 'readAudit', words: { of: ['staff'], action: auditActions, from: isDay, to: isDay } },
} as const satisfies Readonly<Record<string, ViewPage>>

export type ViewPageName = keyof typeof viewPages
export const viewPageNames = Object.keys(viewPages) as readonly ViewPageName[]

/** Parameters of the page's address with their values. */
export type ViewQuery = Readonly<Record<string, string>>

const accepts = (words: Words, text: string): boolean =>
  typeof words === 'function' ? words(text) : words.includes(text)

/** What of these parameters a view of the page may hold. */
export function keepable(page: ViewPageName, query: ViewQuery): ViewQuery {
  const words: Readonly<Record<string, Words>> = viewPages[page].words
  return Object.fromEntries(
    Object.entries(query).filter(([name, text]) => Object.hasOwn(words, name) && accepts(words[name]!, text)),
  )
}

/** The parameters that a view of the page may not hold. */
export const unkeepable = (page: ViewPageName, query: ViewQuery): readonly string[] => {
  const kept = keepable(page, query)
  return Object.keys(query).filter((name) => !Object.hasOwn(kept, name))
}
