import type { Outgoing } from '#app/outbox/outgoing.ts'

/** What the server answered to a message, as far as its delivery depends on it. */
export type Sent<Reply> = { readonly ok: true; readonly reply: Reply } | { readonly ok: false; readonly code: string }

/** Refusals that do not concern the message itself: it is retried automatically. */
const passing: ReadonlySet<string> = new Set(['offline', 'busy'])

export interface DeliveryParts<Reply> {
  /** The page's unacknowledged messages. */
  read(): readonly Outgoing[]
  write(change: (now: readonly Outgoing[]) => readonly Outgoing[]): void
  /** Resolves once the browser has stored a message, or has refused to. */
  settled(id: string): Promise<void>
  send(message: Outgoing): Promise<Sent<Reply>>
  /** The server has the message. */
  delivered(message: Outgoing, reply: Reply): void
  /** Throws a message away, in the page and in the browser. */
  drop(id: string): void
  /** Keeps a message that the member has to send again, with the reason. */
  fail(id: string, code: string): void
  /** Whether credits are missing for a message that was refused with this code. */
  isOut(message: Outgoing, code: string): boolean
}

/** Sets what became of one message. */
export const withState = (
  now: readonly Outgoing[],
  id: string,
  state: Outgoing['state'],
  code: string | null = null,
): readonly Outgoing[] => now.map((item) => (item.clientMessageId === id ? { ...item, state, code } : item))

/** Without the network, none of those that were to be sent can be. */
const allWaiting = (now: readonly Outgoing[], code: string): readonly Outgoing[] =>
  now.map((item) => (item.state === 'queued' || item.state === 'sending' ? { ...item, state: 'waiting', code } : item))

/** Those that waited for the network are to be sent; those that were refused are not. */
export const noneWaiting = (now: readonly Outgoing[]): readonly Outgoing[] =>
  now.map((item) => (item.state === 'waiting' ? { ...item, state: 'queued', code: null } : item))

/**
 * Sends the queued messages one after the other, in the order of writing. Returns at once while another call is
 * sending.
 *
 * @param onOut gets a message for which credits are missing, with the text of those queued behind it in the same
 * conversation, and takes all of them over
 */
export const deliverQueued = async <Reply>(
  parts: DeliveryParts<Reply>,
  onOut?: (message: Outgoing) => void,
): Promise<void> => {
  for (;;) {
    if (parts.read().some(({ state }) => state === 'sending')) return
    const next = parts.read().find(({ state }) => state === 'queued')
    if (!next) return
    const { clientMessageId: id } = next
    parts.write((now) => withState(now, id, 'sending'))
    // Store the message before sending it, so that a crash cannot lose it.
    await parts.settled(id)
    const sent = await parts.send(next)
    if (sent.ok) {
      parts.delivered(next, sent.reply)
      parts.drop(id)
    } else if (passing.has(sent.code)) {
      parts.write((now) => allWaiting(now, sent.code))
    } else if (parts.isOut(next, sent.code) && onOut) {
      // What follows in the same conversation comes back with it: it must not arrive without what it goes on from.
      const back = [next, ...parts.read().filter((item) => item.state === 'queued' && item.memberId === next.memberId)]
      for (const item of back) parts.drop(item.clientMessageId)
      onOut({ ...next, text: back.map(({ text }) => text).join('\n') })
    } else parts.fail(id, sent.code)
  }
}
