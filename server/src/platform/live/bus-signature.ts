import { createHmac, timingSafeEqual } from 'node:crypto'
import { createLru } from '#platform/flow-control/lru.ts'
import type { Keys } from '#platform/ids.ts'
import { readEnvelope, type Envelope } from './bus-messages.ts'

/** Far above what a process sends. */
const mostLength = 1_000_000
/** Milliseconds by which the clocks of two machines, or a slow broker, may differ. */
const lateMs = 60_000
/** The keys of a process that knows one more than this one, and then some. */
const mostSignatures = 10
/** Processes whose last number is remembered. */
const known = 1000

/**
 * Signs what goes through the broker, which other programs may be able to write to. Every key signs, so that a process
 * that was not restarted since the key changed understands the others. Each message has a number that only grows, so that
 * none is accepted twice.
 * @param place where it is sent; a signature is not valid elsewhere
 */
export function createSignature(
  keys: Keys,
  place: string,
  clock: () => number = Date.now,
): {
  sign(envelope: Omit<Envelope, 'at'>): string
  /** @throws if it was not signed by one of our processes, is repeated or old, or not an envelope */
  read(text: string): Envelope
} {
  const last = createLru<string, number>(known)
  const signatureOf = (key: Buffer, body: string): Buffer =>
    createHmac('sha256', key).update(`${place}\n`).update(body).digest()
  return {
    sign(envelope) {
      const body = JSON.stringify({ ...envelope, at: clock() })
      return `${keys.map((key) => signatureOf(key, body).toString('base64url')).join('.')} ${body}`
    },
    read(text) {
      if (text.length > mostLength) throw new Error('too long')
      const at = text.indexOf(' ')
      const body = text.slice(at + 1)
      const given = text.slice(0, Math.max(0, at)).split('.', mostSignatures)
      const isOurs = keys.some((key) => {
        const wanted = signatureOf(key, body)
        return given.some((one) => {
          const bytes = Buffer.from(one, 'base64url')
          return bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
        })
      })
      if (!isOurs) throw new Error('not signed by this installation')
      const envelope = readEnvelope(body)
      if (Math.abs(clock() - envelope.at) > lateMs) throw new Error('sent at another time, or by another clock')
      if (envelope.n <= (last.get(envelope.from) ?? 0)) throw new Error('repeated')
      last.set(envelope.from, envelope.n)
      return envelope
    },
  }
}
