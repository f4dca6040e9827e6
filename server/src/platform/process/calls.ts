import { channel } from 'node:diagnostics_channel'
import type { Log } from './log.ts'
import { traced } from './tracing.ts'

/*
 * Calls to other services: each is a part of the trace and, once `logCalls` listens, a line of the log. Neither says the
 * path or the body, which may name a person.
 */

/** What is known of a call, filled in by the one who makes it. */
export interface CallNote {
  /** Missing if there was no answer. */
  status?: number
  /** By what the other side finds the call in its own log. */
  providerId?: string
}

interface Call extends CallNote {
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
    const about = { 'http.request.method': method, 'server.address': url.hostname }
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

/** Writes calls to the log: at level `info` those without an answer, at `debug` all. @returns what ends it */
export function logCalls(log: Log): () => void {
  const write = (message: unknown): void => {
    const { method, host, status, providerId, ms } = message as Call
    const line = { host, method, status, ms, provider_request_id: providerId }
    if (status === undefined || status >= 500) log.info(line, 'a service did not answer')
    else log.debug(line, 'called a service')
  }
  calls.subscribe(write)
  return () => void calls.unsubscribe(write)
}
