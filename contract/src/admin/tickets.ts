import * as z from 'zod/mini'
import { contactTopics } from '../contact-form.ts'
import { isVisible, locales, text, time } from '../fields.ts'
import { route } from '../route.ts'
import { brandParams, done, reason } from './fields.ts'
import { accountStates } from './member-words.ts'
import { may } from './permissions.ts'

const support = may('answerTickets')
const tag = 'support'
const { brand } = brandParams.shape
const ofTicket = z.strictObject({ brand, id: z.uuid() })

const ticketViews = ['open', 'mine', 'waiting', 'closed'] as const
export type TicketViewName = (typeof ticketViews)[number]
export const longestAnswer = 8000
const words = text(longestAnswer).check(z.refine(isVisible))
/** What the page shows: an answer to anything older is refused, as a colleague may have answered. */
const version = z.int().check(z.gte(1))
const person = z.strictObject({ id: z.uuid(), name: z.string() })
export const ticketStates = ['open', 'waiting', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]
const ticketState = z.enum(ticketStates)

const row = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  topic: z.enum(contactTopics),
  /** The beginning of the first message. */
  subject: z.string(),
  state: ticketState,
  locale: z.enum(locales),
  /** Of a member, by their session or by their confirmed address. */
  isMember: z.boolean(),
  openedAt: time,
  /** Since when an answer is waited for; null if none is. */
  waitingSince: z.nullable(time),
  lastAt: time,
  assignedTo: z.nullable(person),
  /** A colleague who has it open now. */
  heldBy: z.nullable(z.string()),
})
export type TicketRow = z.infer<typeof row>

const message = z.strictObject({
  id: z.uuid(),
  /** `automatic`: an answer by a program, such as one about an absence. */
  kind: z.enum(['member', 'answer', 'note', 'automatic']),
  via: z.enum(['form', 'mail', 'console']),
  /** Of staff. */
  by: z.nullable(z.string()),
  at: time,
  body: z.string(),
  /** Of a mail: what it repeats of earlier ones. */
  quoted: z.nullable(z.string()),
  /** The sender of a mail, if it came from another address than the ticket's. */
  fromAddress: z.nullable(z.string()),
  /** Of a mail, if it is another than ours. */
  subject: z.nullable(z.string()),
  /** Names of attachments, which stay in the mailbox. */
  leftOut: z.array(z.string()),
  /** What became of an answer; null of all else, and where the mail is not kept any more. */
  outcome: z.nullable(z.enum(['pending', 'queued', 'sent', 'withheld', 'bounced', 'dead'])),
  /** The caller can take it back until then. */
  undoUntil: z.nullable(time),
})

const ticket = z.strictObject({
  ...row.shape,
  version,
  email: z.string(),
  /** Where the next answer goes: the account's address, if the question was added in the account. */
  answersTo: z.string(),
  /** Whether the first message was written while signed in. */
  signedIn: z.boolean(),
  member: z.nullable(
    z.strictObject({
      id: z.uuid(),
      name: z.nullable(z.string()),
      state: z.enum(accountStates),
      level: z.int(),
      since: time,
      /** Whether answers go to the address of the account. */
      hasThisAddress: z.boolean(),
    }),
  ),
  /** Older tickets of the same member. */
  others: z.array(z.strictObject({ id: z.uuid(), subject: z.string(), state: ticketState, lastAt: time })),
  messages: z.array(message),
  /** Whether replies to an answer come back here. */
  readsMail: z.boolean(),
})
export type TicketView = z.infer<typeof ticket>

export const ticketRoutes = {
  tickets: route({
    id: 'tickets',
    method: 'GET',
    path: '/admin/api/:brand/tickets',
    tag,
    access: support,
    summary: 'Tickets of a view, who has waited longest first, closed ones newest first; 50 a page.',
    params: brandParams,
    query: z.strictObject({
      view: z._default(z.enum(ticketViews), 'open'),
      afterAt: z.optional(time),
      afterId: z.optional(z.uuid()),
    }),
    reply: z.strictObject({ tickets: z.array(row), more: z.boolean() }),
    failures: [401, 403],
  }),
  ticketFigures: route({
    id: 'ticketFigures',
    method: 'GET',
    path: '/admin/api/:brand/tickets/figures',
    tag,
    access: support,
    summary: 'How many tickets wait for an answer, since when, and the median time to a first answer in 30 days.',
    params: brandParams,
    reply: z.strictObject({ open: z.int(), oldestAt: z.nullable(time), medianMinutes: z.nullable(z.number()) }),
    failures: [401, 403],
  }),
  ticketDesk: route({
    id: 'ticketDesk',
    method: 'GET',
    path: '/admin/api/:brand/tickets/desk',
    tag,
    access: support,
    summary: 'Saved answers in every language, and the colleagues who answer at the brand.',
    params: brandParams,
    reply: z.strictObject({
      answers: z.array(
        z.strictObject({
          key: z.string(),
          name: z.record(z.enum(locales), z.string()),
          /** With `{name}` and `{brand}`. */
          text: z.record(z.enum(locales), z.string()),
        }),
      ),
      colleagues: z.array(person),
    }),
    failures: [401, 403],
  }),
  openTicket: route({
    id: 'openTicket',
    method: 'POST',
    path: '/admin/api/:brand/tickets/:id/open',
    tag,
    access: support,
    summary:
      'A ticket with its thread; claimed for three minutes if no colleague has it open. Recorded in the audit, with a reason where it waits for no answer (`reason_needed`).',
    params: ofTicket,
    body: z.strictObject({ reason: z.optional(reason) }),
    reply: ticket,
    failures: [400, 401, 403, 404],
  }),
  releaseTicket: route({
    id: 'releaseTicket',
    method: 'POST',
    path: '/admin/api/:brand/tickets/:id/release',
    tag,
    access: support,
    summary: 'Leaves a ticket to others.',
    params: ofTicket,
    body: z.strictObject({}),
    reply: done,
    failures: [401, 403],
  }),
  answerTicket: route({
    id: 'answerTicket',
    method: 'POST',
    path: '/admin/api/:brand/tickets/:id/answer',
    tag,
    access: support,
    summary:
      'Answers by mail, ten seconds later unless it is undone; refused if anything was added since (`ticket_changed`).',
    params: ofTicket,
    body: z.strictObject({ text: words, version, close: z._default(z.boolean(), false) }),
    reply: z.strictObject({ message: z.uuid(), undoUntil: time }),
    failures: [401, 403, 404, 409],
  }),
  undoTicketAnswer: route({
    id: 'undoTicketAnswer',
    method: 'POST',
    path: '/admin/api/:brand/tickets/:id/undo',
    tag,
    access: support,
    summary: 'Takes the caller’s own answer back before it is sent.',
    params: ofTicket,
    body: z.strictObject({ message: z.uuid() }),
    reply: z.strictObject({ text: z.string() }),
    failures: [401, 403, 404, 409],
  }),
  noteTicket: route({
    id: 'noteTicket',
    method: 'POST',
    path: '/admin/api/:brand/tickets/:id/note',
    tag,
    access: support,
    summary: 'Adds a note for colleagues, which is in the member’s export of their data.',
    params: ofTicket,
    body: z.strictObject({ text: words }),
    reply: done,
    failures: [401, 403, 404],
  }),
  setTicketState: route({
    id: 'setTicketState',
    method: 'PUT',
    path: '/admin/api/:brand/tickets/:id/state',
    tag,
    access: support,
    summary: 'Closes a ticket without an answer, or opens it again.',
    params: ofTicket,
    body: z.strictObject({ state: z.enum(['open', 'closed']), version }),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
  assignTicket: route({
    id: 'assignTicket',
    method: 'PUT',
    path: '/admin/api/:brand/tickets/:id/assignee',
    tag,
    access: support,
    summary: 'Hands a ticket to a person who answers at the brand (`staff_unknown`), or to no one.',
    params: ofTicket,
    body: z.strictObject({ staffId: z.nullable(z.uuid()) }),
    reply: done,
    failures: [400, 401, 403, 404],
  }),
} as const
