import * as z from 'zod/mini'
import { isLine, text } from '../fields.ts'
import { route } from '../route.ts'
import { author, brandParams, day, done, time } from './fields.ts'
import { campaignKinds } from './campaign-words.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const failures = [401, 403]
const count = z.int()

/** As an address has it: whatever a browser sent, but nothing that PostgreSQL cannot store. */
const value = z.string().check(z.maxLength(200), z.regex(/^[^\p{Cc}\p{Surrogate}]*$/u))

const named = {
  name: text(80).check(z.refine((name) => name === '' || isLine(name))),
  note: text(500),
}

const row = z.strictObject({
  /** As the address has it; empty for who came without. */
  value: z.string(),
  /** Given by staff. */
  name: z.string(),
  note: z.string(),
  changedBy: z.nullable(author),
  changedAt: z.nullable(time),
  visits: count,
  signUps: count,
  /** First payments of members. */
  firstPayments: count,
  payments: count,
  refunds: count,
  /** Of the members who signed up in the period (decision 058). */
  complaints: count,
  money: z.array(z.strictObject({ currency: z.string(), revenueMinor: z.int(), refundedMinor: z.int() })),
})
export type CampaignRow = z.infer<typeof row>

export const campaignRoutes = {
  campaigns: route({
    id: 'campaigns',
    method: 'GET',
    path: '/admin/api/:brand/campaigns',
    tag,
    access: may('readCampaigns'),
    summary:
      'Sources or campaigns by which visits came in a period of up to two years, with their figures: the 200 with most visits and sign-ups. Read from counts by day, never from members.',
    params: brandParams,
    query: z.strictObject({ from: day, to: day, by: z.enum(campaignKinds) }),
    reply: z.strictObject({
      campaigns: z.array(row),
      more: z.boolean(),
      countedAt: z.nullable(time),
      /** What a link to the brand is made of. */
      site: z.strictObject({ origin: z.string(), flows: z.array(z.string()), defaultFlow: z.string() }),
    }),
    failures: [...failures, 400],
  }),
  nameCampaign: route({
    id: 'nameCampaign',
    method: 'PUT',
    path: '/admin/api/:brand/campaigns',
    tag,
    access: may('writeCampaigns'),
    summary:
      'Gives a source or a campaign a name and a note for colleagues, if they are still `before` (`campaign_changed`); both empty takes them away.',
    params: brandParams,
    body: z.strictObject({ by: z.enum(campaignKinds), value, ...named, before: z.strictObject(named) }),
    reply: done,
    failures: [...failures, 409],
  }),
} as const
