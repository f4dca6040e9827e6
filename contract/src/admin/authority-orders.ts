import * as z from 'zod/mini'
import { isVisible, line, text } from '../fields.ts'
import { clauseKeys, mostFacts, restrictedContents, restrictionKinds } from '../moderation-rules.ts'
import { route } from '../route.ts'
import { brandParams, done, localeSchema, reason, time } from './fields.ts'
import { may } from './permissions.ts'

const tag = 'moderation'
const failures = [401, 403]

/** To act against illegal content, or to provide information (regulation (EU) 2022/2065, articles 9 and 10). */
export const authorityOrderKinds = ['act', 'information'] as const
export type AuthorityOrderKind = (typeof authorityOrderKinds)[number]

/** Beside them, that we informed an authority of the suspicion of a crime (article 18). */
const authorityRecordKinds = [...authorityOrderKinds, 'notification'] as const
export type AuthorityRecordKind = (typeof authorityRecordKinds)[number]

/** Whose authorities can order something. */
export const memberStates = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const

/** Where the member state concerned is not known, Europol is informed (article 18(2)). */
export const notifiedPlaces = [...memberStates, 'EU'] as const

export const authorityOutcomes = ['given', 'partly', 'not_given'] as const
export type AuthorityOutcome = (typeof authorityOutcomes)[number]

/** What carries an order out against a member. */
export const orderedRestrictions = ['content_removed', 'messaging_off', 'suspension', 'removal'] as const
export type OrderedRestriction = (typeof orderedRestrictions)[number]

const stepKinds = ['acknowledged', 'effect', 'answered', 'member_notified', 'note'] as const
export type AuthorityStepKind = (typeof stepKinds)[number]

const step = z.strictObject({
  kind: z.enum(stepKinds),
  at: time,
  outcome: z.nullable(z.enum(authorityOutcomes)),
  text: z.string(),
  restriction: z.nullable(z.enum(restrictionKinds)),
  /** The name of a person of staff; null for the program. */
  by: z.nullable(z.string()),
})

const row = z.strictObject({
  id: z.uuid(),
  kind: z.enum(authorityRecordKinds),
  authority: z.string(),
  country: z.string(),
  reference: z.string(),
  clause: z.enum(clauseKeys),
  /** Of a notification, when it was sent. */
  receivedAt: time,
  acknowledgedAt: z.nullable(time),
  effectAt: z.nullable(time),
  outcome: z.nullable(z.enum(authorityOutcomes)),
  answeredAt: z.nullable(time),
})
export type AuthorityOrderRow = z.infer<typeof row>

const view = z.strictObject({
  ...row.shape,
  legalGround: z.string(),
  document: z.nullable(z.string()),
  asks: z.string(),
  member: z.nullable(z.strictObject({ id: z.uuid(), name: z.string(), locale: localeSchema, state: z.string() })),
  contentType: z.enum(restrictedContents),
  silentUntil: z.nullable(time),
  /** Of a notification, the case from which it was sent. */
  caseId: z.nullable(z.uuid()),
  recordedBy: z.string(),
  recordedAt: time,
  steps: z.array(step),
})
export type AuthorityOrderView = z.infer<typeof view>

const ofOrder = z.strictObject({ ...brandParams.shape, id: z.uuid() })
const words = text(mostFacts).check(z.refine(isVisible))
const write = may('answerAuthorities')

export const authorityOrderRoutes = {
  authorityOrders: route({
    id: 'authorityOrders',
    method: 'GET',
    path: '/admin/api/:brand/authority-orders',
    tag,
    access: may('readAuthorities'),
    summary: 'Orders of authorities, and what authorities were notified of, the latest first, 50 a page.',
    params: brandParams,
    query: z.strictObject({ afterAt: z.optional(time), afterId: z.optional(z.uuid()) }),
    reply: z.strictObject({ orders: z.array(row), more: z.boolean() }),
    failures,
  }),
  openAuthorityOrder: route({
    id: 'openAuthorityOrder',
    method: 'POST',
    path: '/admin/api/:brand/authority-orders/:id/open',
    tag,
    access: may('readAuthorities'),
    summary: 'An order of an authority with its log. Recorded in the audit.',
    params: ofOrder,
    body: z.strictObject({}),
    reply: view,
    failures: [...failures, 404],
  }),
  recordAuthorityOrder: route({
    id: 'recordAuthorityOrder',
    method: 'POST',
    path: '/admin/api/:brand/authority-orders',
    tag,
    access: write,
    summary:
      'Records an order of an authority. The id is the caller’s, so that a repeated request changes nothing. 409 `recorded_already` if the authority’s reference is known.',
    params: brandParams,
    body: z.strictObject({
      id: z.uuid(),
      kind: z.enum(authorityOrderKinds),
      authority: line(200),
      country: z.enum(memberStates),
      legalGround: line(500),
      reference: line(200),
      /** Where the document is kept. */
      document: z.optional(line(500)),
      clause: z.enum(clauseKeys),
      asks: words,
      /** The address of a profile, photo or review, or a member’s id. */
      about: z.optional(line(500)),
      receivedAt: time,
      /** Until when the member must not be notified. */
      silentUntil: z.optional(time),
      reason,
    }),
    reply: done,
    failures: [...failures, 409],
  }),
  notifyAuthority: route({
    id: 'notifyAuthority',
    method: 'POST',
    path: '/admin/api/:brand/authority-orders/notifications',
    tag,
    access: write,
    summary:
      'Records that an authority was notified of the suspicion of a crime that threatens someone’s life or safety, from a case. The id is the caller’s, so that a repeated request changes nothing. 409 `recorded_already` if the reference is known.',
    params: brandParams,
    body: z.strictObject({
      id: z.uuid(),
      /** What gave rise to the suspicion, open or decided. */
      caseId: z.uuid(),
      authority: line(200),
      /** `EU`: Europol. */
      country: z.enum(notifiedPlaces),
      /** The suspected crime. */
      legalGround: line(500),
      /** Of the receipt, or our own. */
      reference: line(200),
      /** Where a copy is kept. */
      document: z.optional(line(500)),
      clause: z.enum(clauseKeys),
      /** What was sent. */
      facts: words,
      sentAt: time,
      reason,
    }),
    reply: done,
    failures: [...failures, 404, 409],
  }),
  addAuthorityStep: route({
    id: 'addAuthorityStep',
    method: 'POST',
    path: '/admin/api/:brand/authority-orders/:id/steps',
    tag,
    access: write,
    summary:
      'Adds to the log: receipt was acknowledged, the authority was informed of the effect, or a note; of a notification, that the authority acknowledged or answered it. Nothing in the log is ever changed. 409 `step_done` for what was recorded before.',
    params: ofOrder,
    body: z.strictObject({
      id: z.uuid(),
      kind: z.enum(['acknowledged', 'answered', 'note']),
      at: time,
      text: words,
    }),
    reply: done,
    failures: [...failures, 404, 409],
  }),
  giveEffect: route({
    id: 'giveEffect',
    method: 'POST',
    path: '/admin/api/:brand/authority-orders/:id/effect',
    tag,
    access: write,
    summary:
      'Gives effect to an order, with a restriction of the member where it asks for one. The member reads `text` by mail, at once or when the order allows it; not if no effect was given. 409 `step_done`, `no_order` for a notification, `closed` for an account or content that is gone.',
    params: ofOrder,
    body: z.strictObject({
      outcome: z.enum(authorityOutcomes),
      /** In the member’s language, as they read it; for the log alone if no effect was given. */
      text: words,
      restriction: z.optional(
        z.strictObject({
          kind: z.enum(orderedRestrictions),
          /** Of what ends by itself, and of nothing else. */
          days: z.optional(z.int().check(z.gte(1), z.lte(365))),
        }),
      ),
      reason,
    }),
    reply: done,
    failures: [...failures, 404, 409],
  }),
} as const
