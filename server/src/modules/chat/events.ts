import type { clientEvents } from '@incontro/contract'
import type { AcknowledgementOf, Domain } from '@incontro/contract/domain'
import type { output } from 'zod/v4/core'
import type { EventHandlers, MemberSocket } from '#platform/live/socket/server.ts'
import { createConcurrencyLimit } from '#platform/flow-control/concurrency-limit.ts'
import { createKeyedQueue } from '#platform/flow-control/keyed-queue.ts'
import { read } from './read.ts'
import { messagingOff, notAnswered } from './refusals.ts'
import { send, type ChatDeps, type NewMessage, type Sent } from './send.ts'
import { typing } from './typing.ts'

const messages: Record<(Sent & { ok: false })['code'], string> = {
  fine_crediti: 'Out of credits',
  not_verified: 'Confirm your email first',
  empty_message: 'The message is empty: send a text',
  media_and_text: 'A photo or a voice message is sent without a text',
  writing_disabled: 'This conversation takes no messages',
  not_accepted: 'This member takes first messages from fewer people',
  invite_pending: 'Your invite has not been accepted yet',
  not_answered: notAnswered,
  messaging_off: messagingOff,
  too_many: 'Too many conversations begun in this hour, try again later',
  first_message_limit:
    'For a day this account can begin only a few conversations an hour: try again later. Conversations that exist are not limited',
  not_found: 'Not found',
  duplicate_id: 'This client message id belongs to another text',
  stale: 'Try again',
}

/** Concurrent messages per process: as many as the database handles in a quarter of a second, and never fewer than 240. */
const limits = { all: 240, perKey: 32, pendingMs: 250 }
/** With jitter, so that refused clients do not all retry together. */
const retryAfterMs = (): number => 500 + Math.floor(Math.random() * 1000)

export function chatEvents(deps: ChatDeps): Pick<EventHandlers, 'chat' | 'typing' | 'read'> {
  const inTurn = createKeyedQueue()
  const { run } = createConcurrencyLimit(limits)
  return {
    // Sequential per member: messages are stored in order of arrival, even if the client does not wait for
    // acknowledgements.
    chat(socket, data) {
      const { memberId } = socket.principal
      const taken = run(memberId, () => inTurn(memberId, () => chat(socket, data)))
      return (
        taken ??
        Promise.resolve({
          ok: false,
          code: 'busy',
          message: 'Too many messages at the moment, try again',
          retryAfterMs: retryAfterMs(),
        })
      )
    },
    async typing(socket, data) {
      return (await typing(deps, socket.principal, data.memberId))
        ? { ok: true }
        : { ok: false, code: 'not_found', message: 'Not found' }
    },
    async read(socket, data) {
      await read(deps, socket.principal, data.memberId, data.seq)
      return { ok: true }
    },
  }

  async function chat(
    socket: MemberSocket,
    data: Domain<output<(typeof clientEvents)['chat']>>,
  ): Promise<AcknowledgementOf<'chat'>> {
    const input = {
      recipientId: data.memberId,
      body: data.msg,
      clientMessageId: data.clientMessageId,
      socketId: socket.id,
      replyTo: data.replyTo,
      mediaId: data.mediaId,
    }
    let sent = await send(deps, socket.principal, input)
    // A purchase or an expired plan may have changed the session: read it again and repeat. A confirmation was looked
    // for before (`refuseUnconfirmedEvents`).
    if (!sent.ok && sent.code === 'stale') sent = await again(deps, socket, input)
    if (!sent.ok) return { ok: false, code: sent.code, message: messages[sent.code] }
    return { ok: true, message: sent.message, icebreakerCredits: sent.icebreakers, totalCredits: sent.total }
  }
}

async function again(deps: ChatDeps, socket: MemberSocket, input: NewMessage): Promise<Sent> {
  const principal = await socket.reauthorise()
  return principal ? send(deps, principal, input) : { ok: false, code: 'not_found' }
}
