import * as z from 'zod/mini'
import { line } from '../fields.ts'
import { route } from '../route.ts'

/** The affiliate's own name for what it imports. Sent again, it is the same import. */
const reference = z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,64}$/))

const origin = {
  /** The campaign, as the affiliate names it. */
  kcampaign: line(200),
  /** The affiliate's kind of page. */
  pageType: line(60),
}

const orderBody = z.strictObject({
  ...origin,
  reference,
  /** Our reference of the order, if the affiliate knows it; it has to be an order of this brand. */
  order: z.optional(z.uuid().check(z.toLowerCase())),
})

const common = {
  method: 'POST',
  tag: 'payments',
  access: 'affiliate',
  reply: z.strictObject({ result: z.literal('OK') }),
} as const

export const affiliateRoutes = {
  importClick: route({
    ...common,
    id: 'importClick',
    path: '/api/payment/api/importClick',
    summary: 'An affiliate reports a click on a campaign. With `reference` it is counted once.',
    body: z.strictObject({ ...origin, reference: z.optional(reference) }),
    failures: [401, 409],
  }),
  importOrder: route({
    ...common,
    id: 'importOrder',
    path: '/api/payment/api/importOrder',
    summary: 'An affiliate attributes an order to a campaign. It is only stored; nothing is granted or charged.',
    body: orderBody,
    failures: [401, 409],
  }),
  importUpsell: route({
    ...common,
    id: 'importUpsell',
    path: '/api/payment/api/importUpsell',
    summary: 'An affiliate attributes a further order of the same customer to a campaign. It is only stored.',
    body: orderBody,
    failures: [401, 409],
  }),
  cancelOrder: route({
    ...common,
    id: 'cancelOrder',
    path: '/api/payment/api/cancelOrder',
    summary:
      "An affiliate cancels its own import of an order or upsell. The member's order and subscription stay as they are.",
    body: z.strictObject({ reference }),
    failures: [401],
  }),
} as const
