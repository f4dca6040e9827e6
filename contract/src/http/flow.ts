import * as z from 'zod/mini'
import { amount, credits, currency, premiumLevel } from '../fields.ts'

const words = z.nullable(z.strictObject({ it: z.string(), es: z.string(), fr: z.string(), en: z.string() }))
const hookText = z.optional(z.strictObject({ title: words, text: words, picture: z.nullable(z.string()) }))
const flag = z.union([z.literal(0), z.literal(1)])

/** A rate plan in wire names (section 3); money as decimal strings (rule 11.4). */
export const ratePlanView = z.strictObject({
  product_id: z.string(),
  nomePiano: z.string(),
  prezzo: amount,
  prezzo_totale: amount,
  vecchioPrezzo: z.nullable(amount),
  currency,
  prezzoDescription: z.string(),
  badge: z.string(),
  description: z.string(),
  description_color: z.string(),
  suggestion: z.string(),
  suggestion_color: z.string(),
  visibile: z.boolean(),
  spacing_bottom: z.boolean(),
  first_selling: z.boolean(),
  crediti: credits,
  crediti_promo: credits,
  premiumLevel,
  /** Whether the plan renews, and after how long; null for a pack without a term. */
  renews: z.boolean(),
  period: z.nullable(z.strictObject({ unit: z.enum(['day', 'month']), count: z.int() })),
})
export type RatePlanView = z.infer<typeof ratePlanView>

/** What of a flow a member's browser gets (section 3, "Flow"). */
export const flowView = z.strictObject({
  fluxId: z.string(),
  optin: z.enum(['doi', 'none']),
  valoreMessaggio: credits,
  /** A photo, and a voice message, costs as much as so many messages. */
  messaggi_foto: z.int(),
  messaggi_vocale: z.int(),
  verificaEta: flag,
  foto_facoltativa: flag,
  messaggi_inviti: flag,
  use_ai: flag,
  sistemi_pagamento: z.array(z.string()),
  hooks: z.strictObject({
    blurred: flag,
    paginazione: flag,
    fine_crediti: flag,
    file_like: flag,
    cambia_regione: flag,
  }),
  /** What hooks say other than the pages' own texts, by hook; null where they say the same. `picture` is an address. */
  hookTexts: z.strictObject({
    blurred: hookText,
    paginazione: hookText,
    fine_crediti: hookText,
    file_like: hookText,
    cambia_regione: hookText,
  }),
  pages: z.array(
    z.strictObject({
      /** The buttons of the profile info modal: 0 leads to the profile or the conversation, 1 only closes. With both 0 a card leads to the profile by itself. */
      find: z.strictObject({ hooks: z.strictObject({ modaleToProfilo: flag, modaleToChat: flag }) }),
    }),
  ),
})
export type FlowView = z.infer<typeof flowView>
