import type { ProviderState } from '#modules/payments/port.ts'
import type { Reply } from '#providers/reply.ts'
import { stateOf } from '#providers/state-of.ts'
import { declineCode } from './codes.ts'
import { readIntent, readSession } from './states.ts'
import { Failure, Intent, Session } from './wire.ts'

/** Converts a reply about a session or an intent. Never throws: an unreadable one is unknown. */
export function readReply(reply: Reply): ProviderState {
  if (reply.kind !== 'answer') return stateOf('unknown')
  const session = Session.safeParse(reply.body)
  if (session.success) return readSession(session.data)
  const intent = Intent.safeParse(reply.body)
  return intent.success ? readIntent(intent.data) : stateOf('unknown')
}

/** The outcome of creating one: a refusal means that nothing was taken, unless the key is in use. */
export function readCreated(reply: Reply): ProviderState {
  if (reply.kind !== 'refusal') return readReply(reply)
  const failure = Failure.safeParse(reply.body)
  if (!failure.success || isKeyInUse(reply)) return stateOf('unknown')
  const { error } = failure.data
  if (error.type === 'card_error') {
    const { payment_intent: intent } = error
    const facts = intent ? readIntent(intent) : stateOf('declined')
    return { ...facts, state: 'declined', code: declineCode(error) }
  }
  if (error.code === 'resource_missing') return stateOf('declined', { code: 'change_method' })
  return stateOf('failed', { code: 'processing_error' })
}

/** What Stripe says of a refusal. */
export function messageOf({ status, body }: Extract<Reply, { kind: 'refusal' }>): string {
  const failure = Failure.safeParse(body)
  return (failure.data?.error.message ?? failure.data?.error.code ?? String(status)).slice(0, 500)
}

/** The key is in use, by a call in progress or with another body: either may have acted. */
export function isKeyInUse(reply: Extract<Reply, { kind: 'refusal' }>): boolean {
  const failure = Failure.safeParse(reply.body)
  return reply.status === 409 || (failure.success && failure.data.error.type === 'idempotency_error')
}
