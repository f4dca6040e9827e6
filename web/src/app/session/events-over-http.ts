import type { ClientEvent, clientEvents } from '@incontro/contract'
import type { AcknowledgementOf, Domain } from '@incontro/contract/domain'
import type * as z from 'zod/mini'
import { api, ApiProblem, type CallOf } from '../api/api.ts'

export type EventData<E extends ClientEvent> = Domain<z.input<(typeof clientEvents)[E]>>
export type Refused = { readonly ok: false; readonly code: string; readonly message: string }

export const noAnswer: Refused = { ok: false, code: 'offline', message: 'No connection' }

const longestMs = 20_000

/** Nothing was done, and the same may be sent again: too many requests, or a server that is not ready. */
const isPassing = (status: number): boolean => status === 429 || status >= 500

/** Sends an event of the socket as a request and returns its acknowledgement, refusals included. */
export const sendOverHttp = async <E extends ClientEvent>(
  event: E,
  payload: EventData<E>,
): Promise<AcknowledgementOf<E> | Refused> => {
  try {
    const body = { event, payload } as CallOf<'POST /api/events'>['body']
    const reply = await api('POST /api/events', { body, signal: AbortSignal.timeout(longestMs) })
    return reply as AcknowledgementOf<E>
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status === 0) return noAnswer
    const { status, code, message } = error
    return { ok: false, code: isPassing(status) ? 'busy' : status === 404 ? 'not_found' : code, message }
  }
}
