import type { FlowView, Locale, RatePlanView } from '@incontro/contract'
import type { Flow, RatePlan } from './flow.ts'

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)
const decimal = (minor: number) => (minor / 100).toFixed(2)

/** A flow as the member's browser knows it: no plans, which depend on the buyer, and nothing of the concierge's provider. */
export const toWireFlow = (flow: Flow): FlowView => ({
  fluxId: flow.id,
  optin: flow.doubleOptIn ? 'doi' : 'none',
  valoreMessaggio: flow.messageCost,
  verificaEta: flag(flow.ageCheck),
  foto_facoltativa: flag(flow.photoOptional),
  messaggi_inviti: flag(flow.inviteMode),
  use_ai: flag(flow.concierge),
  sistemi_pagamento: [...flow.paymentSystems],
  hooks: {
    blurred: flag(flow.hooks.blurred),
    paginazione: flag(flow.hooks.pagination),
    fine_crediti: flag(flow.hooks.outOfCredits),
    file_like: flag(flow.hooks.outOfLikes),
    cambia_regione: flag(flow.hooks.changeRegion),
  },
  pages: [
    {
      find: {
        hooks: {
          modaleToProfilo: flag(flow.findModal.closesAtProfile),
          modaleToChat: flag(flow.findModal.closesAtChat),
        },
      },
    },
  ],
})

/** A plan in wire names and one language, money as decimal strings. */
export const toWirePlan = (plan: RatePlan, locale: Locale): RatePlanView => ({
  product_id: plan.id,
  nomePiano: plan.name[locale],
  prezzo: decimal(plan.unitMinor),
  prezzo_totale: decimal(plan.totalMinor),
  vecchioPrezzo: plan.oldTotalMinor === null ? null : decimal(plan.oldTotalMinor),
  currency: plan.currency,
  prezzoDescription: plan.unitText[locale],
  badge: plan.badge[locale],
  description: plan.description[locale],
  description_color: plan.descriptionColour,
  suggestion: plan.suggestion[locale],
  suggestion_color: plan.suggestionColour,
  visibile: plan.visible,
  spacing_bottom: plan.spaceBelow,
  first_selling: plan.firstSelling,
  crediti: plan.credits,
  crediti_promo: plan.promoCredits,
  premiumLevel: plan.level,
  renews: plan.renews,
  period: plan.period,
})
