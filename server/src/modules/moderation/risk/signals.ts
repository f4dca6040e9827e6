import type { RiskSignal } from '@incontro/contract/risk-signals'
import type { RiskRow } from '@incontro/contract/admin/risk'
import { mostAlike } from './alike.ts'
import { decisionDays, type Facts, reportDays } from './facts.ts'

const hour = 3_600_000
const day = 24 * hour
/** First messages count for a day. */
const windowMs = day
/** Most first messages that are compared with each other, the latest. */
const mostCompared = 60

export type Values = Readonly<Record<RiskSignal, number>>

/** What is counted of a member at a time: nothing of what came later. */
export function valuesAt(facts: Facts, at: number): Values {
  const known = <Row extends { readonly at: number }>(rows: readonly Row[], forMs: number): Row[] =>
    rows.filter((row) => row.at <= at && row.at > at - forMs)
  const standing = (rows: readonly { readonly at: number; readonly until: number }[], days: number) =>
    known(rows, days * day).filter((row) => row.until > at)
  const messages = known(facts.firstMessages, windowMs)
  const reports = known(facts.reports, reportDays * day).filter(({ until }) => until > at)
  return {
    account_hours: Math.max(0, Math.floor((at - facts.createdAt) / hour)),
    first_messages: messages.length,
    alike_messages: mostAlike(messages.slice(-mostCompared).map(({ shape }) => shape)),
    link_messages: messages.filter(({ hasLink }) => hasLink).length,
    money_messages: messages.filter(({ isAboutMoney }) => isAboutMoney).length,
    shared_device: new Set(known(facts.devices, 30 * day).map(({ other }) => other)).size,
    shared_card: new Set(known(facts.cards, Infinity).map(({ other }) => other)).size,
    reports: new Set(reports.map(({ by }) => by)).size,
    earlier_decisions: standing(facts.decisions, decisionDays).length,
  }
}

type Steps = readonly (readonly [least: number, weight: number])[]
const stepOf = (steps: Steps, value: number): number => steps.find(([least]) => value >= least)?.[1] ?? 0

/**
 * What each count adds to the score, the highest step first. One other account on a device or card adds nothing: it may
 * be a couple or a family. The first report is what a case of a report weighs already.
 */
const steps: Readonly<Record<Exclude<RiskSignal, 'account_hours'>, Steps>> = {
  first_messages: [
    [30, 10],
    [10, 5],
  ],
  alike_messages: [
    [10, 20],
    [5, 15],
    [3, 8],
  ],
  link_messages: [
    [3, 10],
    [1, 5],
  ],
  money_messages: [
    [3, 20],
    [1, 12],
  ],
  shared_device: [
    [4, 15],
    [2, 8],
  ],
  shared_card: [
    [3, 15],
    [2, 8],
  ],
  reports: [
    [4, 20],
    [3, 15],
    [2, 10],
  ],
  earlier_decisions: [
    [2, 15],
    [1, 8],
  ],
}
const agesInHours: Steps = [
  [7 * 24, 0],
  [72, 3],
  [24, 6],
  [0, 10],
]

/** The lines that a moderator reads beside a case, the heaviest first. */
export function rowsOf(values: Values): RiskRow[] {
  const row = (signal: RiskSignal, weight: number, of: number | null = null): RiskRow => ({
    signal,
    value: values[signal],
    of,
    weight,
    detail: null,
  })
  const rows: RiskRow[] = []
  if (values.account_hours < 7 * 24) rows.push(row('account_hours', stepOf(agesInHours, values.account_hours)))
  const many = stepOf(steps.first_messages, values.first_messages)
  // One line: how many, and how many of them are alike.
  if (values.alike_messages > 0)
    rows.push(row('alike_messages', many + stepOf(steps.alike_messages, values.alike_messages), values.first_messages))
  else if (values.first_messages > 0) rows.push(row('first_messages', many))
  for (const signal of [
    'link_messages',
    'money_messages',
    'shared_device',
    'shared_card',
    'reports',
    'earlier_decisions',
  ] as const)
    if (values[signal] > 0) rows.push(row(signal, stepOf(steps[signal], values[signal])))
  return rows.toSorted((one, other) => other.weight - one.weight)
}
