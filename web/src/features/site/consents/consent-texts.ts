import type { ConsentView, OptionalConsent } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { BellRing, ChartColumn, Handshake, type LucideIcon, Megaphone } from 'lucide-react'

/** The name of each consent. */
export const consentNames: Record<ConsentView['kind'], MessageDescriptor> = {
  terms: msg`Terms of use`,
  data: msg`Data about who you’re looking for`,
  clauses: msg`Clauses of article 14`,
  adult: msg`Statement that you are an adult`,
  renewal: msg`Plan renewal`,
  immediate_start: msg`Immediate start of the service you bought`,
  promotion: msg`News and offers`,
  third_party: msg`Offers from partners`,
  analytics: msg`Statistics`,
  remarketing: msg`Promotional reminders`,
}

/** The optional consents and their meaning. */
export const optionalTexts: Record<OptionalConsent, { readonly icon: LucideIcon; readonly means: MessageDescriptor }> =
  {
    promotion: { icon: Megaphone, means: msg`We email you when there’s news or an offer.` },
    third_party: { icon: Handshake, means: msg`Our partners may send you offers too.` },
    analytics: {
      icon: ChartColumn,
      means: msg`They count page visits, without advertising and without passing data to others.`,
    },
    remarketing: {
      icon: BellRing,
      means: msg`They remember that you started signing up or buying, so we can write to you once.`,
    },
  }

/** The consents that an account requires, and what would be missing without each. */
export const requiredTexts = {
  terms: msg`There’s no contract until you accept the terms.`,
  data: msg`We can’t suggest anyone unless we know who you’re looking for.`,
  clauses: msg`They’re part of the terms, and the law wants them approved separately.`,
  adult: msg`The service is for adults only.`,
} as const satisfies Partial<Record<ConsentView['kind'], MessageDescriptor>>
