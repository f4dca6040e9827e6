import { serverEvents, type ServerEvent } from '@incontro/contract'
import * as z from 'zod/mini'

const id = z.string().check(z.maxLength(64))
const name = z.string().check(z.maxLength(64))
const except = z.optional(id)

/** Messages on the bus, by topic. They are plain JSON. */
const busMessages = {
  /** `data` is in wire format. */
  member: z.strictObject({
    memberId: id,
    event: z.enum(Object.keys(serverEvents) as [ServerEvent, ...ServerEvent[]]),
    data: z.unknown(),
    except,
  }),
  /** A fact that becomes an event per reader: a key of `LiveFacts`, and its value. */
  show: z.strictObject({ memberId: id, name, facts: z.unknown(), except }),
  refresh: z.strictObject({ memberId: id }),
  visibility: z.strictObject({ memberId: id }),
  end: z.strictObject({
    memberId: id,
    sessionId: z.nullable(id),
    reason: serverEvents.oldSocketRemoved.shape.reason,
  }),
  /** Something that a brand offers was published, or taken back. */
  offers: z.strictObject({ brandId: id }),
  /** The member changed something: their reads have to find it, in every process. */
  wrote: z.strictObject({ memberId: id }),
} as const

export type BusMessages = { readonly [T in keyof typeof busMessages]: z.output<(typeof busMessages)[T]> }

/** What a process sends through the broker. */
const envelope = z.strictObject({
  /** The process. */
  from: z.uuid(),
  /** Counts what the process has sent. */
  n: z.int().check(z.positive()),
  /** Unix milliseconds. */
  at: z.int(),
  topic: name,
  message: z.unknown(),
})
export type Envelope = z.output<typeof envelope>

/** Topics of the broker connection itself; the leading space keeps them apart from the others. */
export const beat = ' beat'
export const gapTopic = ' gap'

/**
 * Reads an envelope whose signature was checked: a process of another version may send what this one does not know.
 * @throws if it is not one
 */
export function readEnvelope(text: string): Envelope {
  const given = envelope.parse(JSON.parse(text))
  if (given.topic === beat || given.topic === gapTopic) return given
  // Those of another database have its name in front (`partOfBus`).
  const topic = given.topic.slice(given.topic.lastIndexOf('/') + 1)
  if (!Object.hasOwn(busMessages, topic)) throw new Error(`no topic ${topic}`)
  return { ...given, message: busMessages[topic as keyof BusMessages].parse(given.message) }
}
