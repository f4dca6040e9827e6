import type { RiskCondition, RiskRow } from '@incontro/contract/admin'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { refusalName } from './refusal-names.ts'

const age = (hours: number): MessageDescriptor => {
  const days = Math.floor(hours / 24)
  if (hours < 48)
    return msg`${plural(hours, { one: 'The account is # hour old', other: 'The account is # hours old' })}`
  return msg`${plural(days, { one: 'The account is # day old', other: 'The account is # days old' })}`
}

/** What a text that reads like a scam is about. */
const scamNames: Readonly<Record<string, MessageDescriptor>> = {
  money: msg`It reads like a scam: money`,
  gift_card: msg`It reads like a scam: gift cards`,
  investment: msg`It reads like a scam: investments`,
  code: msg`It reads like a scam: codes`,
}

/** What was counted, as a sentence: "9 first messages in 24 hours, 7 of them alike". */
const sentences: Readonly<Record<RiskRow['signal'], (row: RiskRow) => MessageDescriptor>> = {
  account_hours: ({ value }) => (value === 0 ? msg`The account is less than an hour old` : age(value)),
  first_messages: ({ value }) =>
    msg`${plural(value, { one: '# first message in 24 hours', other: '# first messages in 24 hours' })}`,
  alike_messages: ({ value, of }) => msg`${of ?? value} first messages in 24 hours, ${value} of them alike`,
  link_messages: ({ value }) =>
    msg`${plural(value, { one: '# first message with a link or contact details', other: '# first messages with links or contact details' })}`,
  money_messages: ({ value }) =>
    msg`${plural(value, { one: '# first message about money, codes or investments', other: '# first messages about money, codes or investments' })}`,
  shared_device: ({ value }) =>
    value === 1
      ? msg`1 other account was set up on the same device: it may be a family`
      : msg`${value} other accounts were set up on the same device in 30 days`,
  shared_card: ({ value }) =>
    value === 1
      ? msg`1 other account pays with the same card: it may be a family`
      : msg`${value} other accounts pay with the same card`,
  reports: ({ value }) =>
    msg`${plural(value, { one: 'Reported by # person in 30 days', other: 'Reported by # people in 30 days' })}`,
  earlier_decisions: ({ value }) =>
    msg`${plural(value, { one: '# decision against the member in a year', other: '# decisions against the member in a year' })}`,
  banned_photo: () => msg`The photo is like one that was removed`,
  text_contacts: ({ detail }) => msg`Contact details in it: ${detail ?? ''}`,
  text_scam: ({ detail }) => scamNames[detail ?? ''] ?? msg`It reads like a scam`,
  text_again: () => msg`It replaces one that moderators removed`,
  rule: ({ value, detail }) => msg`The rule “${detail ?? ''}”, version ${value}`,
}

export const rowText = (i18n: I18n, row: RiskRow): string => {
  const sentence = i18n._(sentences[row.signal](row))
  if (row.signal !== 'banned_photo' || row.detail === null) return sentence
  return `${sentence}: ${i18n._(row.detail === 'fraud' ? msg`its member was removed for fraud` : refusalName(row.detail))}`
}

type Signal = RiskCondition['signal']

/** What a condition counts, with what is not counted. */
export const signals: readonly {
  readonly signal: Signal
  readonly name: MessageDescriptor
  readonly hint: MessageDescriptor
}[] = [
  { signal: 'account_hours', name: msg`Age of the account, in hours`, hint: msg`72 are three days.` },
  {
    signal: 'first_messages',
    name: msg`First messages in 24 hours`,
    hint: msg`Messages that begin a conversation. Answers don’t count.`,
  },
  {
    signal: 'alike_messages',
    name: msg`Alike first messages in 24 hours`,
    hint: msg`The same text, also with another name in it. Greetings of fewer than six words don’t count.`,
  },
  {
    signal: 'link_messages',
    name: msg`First messages with links or contact details`,
    hint: msg`In 24 hours. They are covered for the reader until both have written.`,
  },
  {
    signal: 'money_messages',
    name: msg`First messages about money`,
    hint: msg`In 24 hours: money, gift cards, investments, codes.`,
  },
  {
    signal: 'shared_device',
    name: msg`Other accounts on the device`,
    hint: msg`Set up with the same device in 30 days. One more may be a family. Networks don’t count.`,
  },
  {
    signal: 'shared_card',
    name: msg`Other accounts with the card`,
    hint: msg`Where the payment provider gives both the same card.`,
  },
  { signal: 'reports', name: msg`People who reported in 30 days`, hint: msg`Dismissed reports don’t count.` },
  {
    signal: 'earlier_decisions',
    name: msg`Decisions against the member in a year`,
    hint: msg`Those that were taken back don’t count.`,
  },
]

export const conditionText = (i18n: I18n, { signal, is, value }: RiskCondition): string => {
  const name = i18n._(signals.find((one) => one.signal === signal)?.name ?? { id: signal, message: signal })
  return i18n._(is === 'atLeast' ? msg`${name}: at least ${value}` : msg`${name}: at most ${value}`)
}

/** Rules that ship with the program, while no one has written another version. */
const shipped: Readonly<Record<string, MessageDescriptor>> = {
  'New account sends one text to many': msg`New account sends one text to many`,
  'New account writes about money': msg`New account writes about money`,
  'Many alike first messages with links': msg`Many alike first messages with links`,
  'Reported by several people': msg`Reported by several people`,
}
export const ruleName = (i18n: I18n, name: string): string => {
  const known = shipped[name]
  return known ? i18n._(known) : name
}
