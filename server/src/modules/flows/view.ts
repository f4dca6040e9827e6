import { decimal, type Locale } from '@incontro/contract'
import type { FlowSettings, RatePlan as OfferedPlan } from '@incontro/contract/domain'
import type { Flow, RatePlan } from './flow.ts'

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)

/** A flow as sent to browsers: without plans, which depend on the buyer. */
export const toFlowSettings = (flow: Flow): FlowSettings => ({
  flowId: flow.id,
  optin: flow.doubleOptIn ? 'doi' : 'none',
  messageCost: flow.messageCost,
  photoMessages: flow.mediaMessages.photo,
  voiceMessages: flow.mediaMessages.voice,
  ageCheck: flag(flow.ageCheck),
  photoOptional: flag(flow.photoOptional),
  messageInvites: flag(flow.inviteMode),
  useAi: flag(flow.concierge),
  paymentSystems: [...flow.paymentSystems],
  hooks: {
    blurred: flag(flow.hooks.blurred),
    paginazione: flag(flow.hooks.pagination),
    fine_crediti: flag(flow.hooks.outOfCredits),
    file_like: flag(flow.hooks.outOfLikes),
    cambia_regione: flag(flow.hooks.changeRegion),
  },
  hookTexts: Object.fromEntries(
    Object.entries(flow.hookTexts).map(([hook, { title, text, picture }]) => [
      hook,
      { title, text, picture: picture && `/brand/hooks/${flow.id}/${hook}.svg?v=${picture.hash}` },
    ]),
  ),
  pages: [
    {
      find: {
        hooks: {
          closesAtProfile: flag(flow.findModal.closesAtProfile),
          closesAtChat: flag(flow.findModal.closesAtChat),
        },
      },
    },
  ],
})

/** A plan in wire names and one language, money as decimal strings. */
export const toOfferedPlan = (plan: RatePlan, locale: Locale): OfferedPlan => ({
  planId: plan.id,
  planName: plan.name[locale],
  periodPrice: decimal(plan.unitMinor, plan.currency),
  totalPrice: decimal(plan.totalMinor, plan.currency),
  oldPrice: plan.oldTotalMinor === null ? null : decimal(plan.oldTotalMinor, plan.currency),
  currency: plan.currency,
  priceNote: plan.unitText[locale],
  badge: plan.badge[locale],
  description: plan.description[locale],
  descriptionColor: plan.descriptionColour,
  suggestion: plan.suggestion[locale],
  suggestionColor: plan.suggestionColour,
  visible: plan.visible,
  spacingBottom: plan.spaceBelow,
  bestSelling: plan.firstSelling,
  credits: plan.credits,
  promoCredits: plan.promoCredits,
  premiumLevel: plan.level,
  renews: plan.renews,
  period: plan.period,
})
