import { channel } from 'node:diagnostics_channel'
import type { Log } from './log.ts'
import { traced } from './tracing.ts'

/*
 * Calls to other services: each is a part of the trace and, once `logCalls` listens, a line of the log. Neither says the
 * path or the body, which may name a person.
 */

/**
 * Why a call did not succeed that the other side should have answered: there was no answer, it answered that it cannot
 * now, or it does not take our credentials. A refusal of what was asked is an answer.
 */
export type CallFault = 'silent' | 'failing' | 'credentials'

/** What is known of a call, filled in by the one who makes it. */
export interface CallNote {
  /** Which of the installation's services was called; missing for one that is not watched. */
  service?: string
  /** Where the status does not say it; null if the service works, whatever it answered. */
  fault?: CallFault | null
  /** Missing if there was no answer. */
  status?: number
  /** By what the other side finds the call in its own log. */
  providerId?: string
}

export interface Call extends CallNote {
  readonly method: string
  readonly host: string
  readonly ms: number
}

const calls = channel('incontro.call')

export async function callOut<Result>(
  method: string,
  url: URL,
  call: (note: CallNote) => Promise<Result>,
): Promise<Result> {
  const note: CallNote = {}
  const begun = performance.now()
  try {
    const about = {
      ...(url.protocol.startsWith('http') && { 'http.request.method': method }),
      'server.address': url.hostname,
    }
    return await traced(`${method} ${url.host}`, 'CLIENT', about, () => call(note))
  } finally {
    if (calls.hasSubscribers)
      calls.publish({ method, host: url.host, ...note, ms: Math.round(performance.now() - begun) } satisfies Call)
  }
}

/** The headers in which providers send their own id of a call. */
const idHeader = /^(?:(?:x-)?request-id|[a-z]+-debug-id|pspreference)$/

/** Notes what an answer's head says. */
export function noteAnswer(note: CallNote, { status, headers }: Response): void {
  note.status = status
  const id = [...headers].find(([name]) => idHeader.test(name))?.[1]
  // It comes from outside, and is an id.
  if (id !== undefined && /^[\w.-]{1,80}$/.test(id)) note.providerId = id
}

/** Why a call did not succeed; undefined if it was answered. */
export function faultOf({ status, fault }: CallNote): CallFault | undefined {
  if (fault !== undefined) return fault ?? undefined
  if (status === undefined) return 'silent'
  return status >= 500 || status === 408 || status === 429 ? 'failing' : undefined
}

/** Has every call that has ended. @returns what ends it */
export function onCall(listen: (call: Call) => void): () => void {
  const listener = (message: unknown): void => listen(message as Call)
  calls.subscribe(listener)
  return () => void calls.unsubscribe(listener)
}

/** Writes calls to the log: at level `info` those without an answer, at `debug` all. @returns what ends it */
export const logCalls = (log: Log): (() => void) =>
  onCall((call) => {
    const { method, host, status, providerId, ms } = call
    const line = { host, method, status, ms, provider_request_id: providerId }
    const fault = faultOf(call)
    if (fault === 'silent' || fault === 'failing') log.info(line, 'a service did not answer')
    else log.debug(line, 'called a service')
  })
