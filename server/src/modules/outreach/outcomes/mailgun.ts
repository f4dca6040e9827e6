import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'
import { classOfReply, type FailureClass } from '#platform/mail/mail-reply.ts'
import type { Outcome, Wish } from './record-outcome.ts'

const words = otherwise(z.optional(z.string()), undefined)

/** The fields of Mailgun's events that we read; anything else in them, and what has another type, is ignored. */
const eventSchema = z.object({
  event: words,
  id: words,
  timestamp: otherwise(z.optional(z.number()), undefined),
  severity: words,
  reason: words,
  recipient: words,
  message: otherwise(
    z.optional(z.object({ headers: z.optional(z.object({ 'message-id': words, to: words })) })),
    undefined,
  ),
  reject: otherwise(z.optional(z.object({ reason: words })), undefined),
  'delivery-status': otherwise(
    z.optional(
      z.object({
        code: otherwise(z.optional(z.union([z.number(), z.string()])), undefined),
        'enhanced-code': words,
        message: words,
        description: words,
      }),
    ),
    undefined,
  ),
})

export interface MailgunEvent {
  readonly recipient: string | undefined
  readonly messageId: string | undefined
  readonly id: string | undefined
  /** Undefined for events that end nothing, such as opened. */
  readonly outcome: Outcome | undefined
  readonly code: string | null
  readonly diagnostic: string | null
  readonly happenedAt: Date | undefined
}

/** Reads an event of a Mailgun webhook. Without an `event`, it is an unsubscription (the specification's form). */
export function readMailgun(data: unknown): MailgunEvent {
  const event = eventSchema.parse(data)
  const status = event['delivery-status']
  const headers = event.message?.headers
  const diagnostic = status?.message || status?.description || event.reject?.reason || event.reason || null
  const code = [status?.code, status?.['enhanced-code']].filter((part) => part !== undefined && part !== '').join(' ')
  return {
    recipient: event.recipient ?? headers?.to,
    messageId: headers?.['message-id']?.replace(/^<|>$/g, ''),
    id: event.id,
    outcome: outcomeOf(event),
    code: code || null,
    diagnostic,
    happenedAt: event.timestamp === undefined ? undefined : new Date(event.timestamp * 1000),
  }
}

type Fields = z.infer<typeof eventSchema>

function outcomeOf(event: Fields): Outcome | undefined {
  switch (event.event) {
    case undefined:
    case 'unsubscribed':
      return { kind: 'unsubscribed' }
    case 'complained':
      return { kind: 'complained' }
    case 'delivered':
      return { kind: 'delivered' }
    // The provider did not take it, or not for this recipient.
    case 'rejected':
      return { kind: 'failed', class: 'policy' }
    case 'failed':
      return failureOf(event)
    default:
      return undefined
  }
}

/** Mailgun's reasons that decide by themselves: it stops addresses, too. */
const byReason: Readonly<Record<string, FailureClass>> = {
  'suppress-bounce': 'hard',
  'suppress-complaint': 'policy',
  'suppress-unsubscribe': 'policy',
  espblock: 'policy',
  // It has tried for as long as it tries.
  old: 'soft',
  greylisted: 'soft',
}

/** Those by which it keeps mail back for what the recipient once said to it, of which its event may not have reached us. */
const wishes: Readonly<Record<string, Wish>> = {
  'suppress-complaint': 'complained',
  'suppress-unsubscribe': 'unsubscribed',
}

function failureOf({ severity, reason = '', 'delivery-status': status }: Fields): Outcome {
  const code = Number(status?.code)
  const isReply = code >= 400 && code < 600
  const text = `${status?.message ?? ''} ${status?.description ?? ''}`
  const said = isReply ? classOfReply({ code, enhanced: status?.['enhanced-code'] || null, text }) : undefined
  if (severity === 'temporary') return { kind: 'delayed', class: said === 'policy' ? 'policy' : 'soft' }
  return { kind: 'failed', class: byReason[reason] ?? said ?? 'hard', for: wishes[reason] }
}
