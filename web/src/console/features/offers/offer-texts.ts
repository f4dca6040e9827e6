import type { OfferBuyer, OfferKind, OfferState } from '@incontro/contract/admin'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { languageNames } from '#console/parts/language-names.ts'
import { languages } from './languages.ts'

export const offerKindNames: Readonly<Record<OfferKind, MessageDescriptor>> = {
  flow: msg`Flows`,
  legal: msg`Legal pages`,
  answers: msg`Saved answers`,
}

export const offerStateNames: Readonly<
  Record<OfferState, { readonly name: MessageDescriptor; readonly tone?: 'ok' | 'info' | 'warn' }>
> = {
  draft: { name: msg`Draft` },
  submitted: { name: msg`Waits for approval`, tone: 'warn' },
  approved: { name: msg({ message: 'Approved', context: 'offer' }), tone: 'info' },
  live: { name: msg`Live`, tone: 'ok' },
  past: { name: msg({ message: 'Before', context: 'offer' }) },
}

const pageNames: Readonly<Record<string, MessageDescriptor>> = {
  terms: msg`Terms`,
  privacy: msg`Privacy`,
  cookie: msg`Cookies`,
  faq: msg`Questions and answers`,
  features: msg`What the service has`,
}

export const buyerNames: Readonly<Record<OfferBuyer, MessageDescriptor>> = {
  free: msg`A free member`,
  level: msg`A member with messages or a plan`,
  compliant: msg`A member of a flow in which nothing renews`,
  verification: msg`A member who has to prove their age`,
}

/** What is edited, as a title. */
export function offerTitle({ kind, key }: { readonly kind: OfferKind; readonly key: string }, i18n: I18n): string {
  const flow = key
  if (kind === 'flow') return i18n._(msg`Flow ${flow}`)
  if (kind === 'answers') return i18n._(offerKindNames.answers)
  const at = key.indexOf('-')
  const locale = languages.find((one) => one === key.slice(0, at)) ?? 'it'
  const name = pageNames[key.slice(at + 1)]
  return `${name ? i18n._(name) : key}, ${i18n._(languageNames[locale])}`
}
