import { mergeStored, type Outgoing, toStored } from '#app/outbox/outgoing.ts'
import type { StoredMessage } from '#app/outbox/outbox-store.ts'
import type { Store } from '#app/store/store.ts'
import { type DeliveryParts, deliverQueued, noneWaiting, withState } from './delivery.ts'
import { createKeeping, type MessageStore } from './keeping.ts'

/** How messages reach the server, and what the page does with its answers. */
export type Delivery<Reply> = Pick<DeliveryParts<Reply>, 'send' | 'delivered' | 'isOut'>

/**
 * A page's unsent messages, each with its state: kept in the browser until the server has them, and sent in the order
 * of writing.
 *
 * @param items the messages, of which this is the only writer
 * @param store where the browser keeps them
 */
export const createOutbox = ({ read, write }: Store<readonly Outgoing[]>, store: () => Promise<MessageStore>) => {
  const keeping = createKeeping(store, (id, isKept) =>
    write((now) => now.map((item) => (item.clientMessageId === id ? { ...item, isKept } : item))),
  )
  const drop = (id: string): void => {
    write((now) => now.filter((item) => item.clientMessageId !== id))
    void keeping.drop(id)
  }
  return {
    /**
     * Takes a message that was just written. One that the browser does not store stays in the page's memory, and says
     * so.
     */
    add(message: StoredMessage): void {
      void keeping.keep(message)
      write((now) => [...now, { ...message, state: 'queued' }])
    },
    /** Queues a message that was refused. */
    retry(id: string): void {
      write((now) => withState(now, id, 'queued'))
      void keeping.mark(id, null)
    },
    /** Queues the messages that waited for the connection. */
    resume: (): void => write(noneWaiting),
    drop,
    /** Adds what the browser has stored, with a state for those that this page did not know. */
    merge: (stored: readonly StoredMessage[], state: 'waiting' | 'queued'): void =>
      write((now) => mergeStored(now, stored, state, keeping.isUnstored)),
    /** What the browser has stored of the page's messages. */
    stored: (): readonly StoredMessage[] =>
      toStored(read().filter(({ clientMessageId: id }) => !keeping.isUnstored(id))),
    /**
     * Sends the queued messages. Returns at once while another call is sending.
     * @param onOut as `deliverQueued` calls it
     */
    deliver: <Reply>(delivery: Delivery<Reply>, onOut?: (message: Outgoing) => void): Promise<void> =>
      deliverQueued(
        {
          ...delivery,
          read,
          write,
          settled: keeping.settled,
          drop,
          fail(id, code) {
            write((now) => withState(now, id, 'failed', code))
            void keeping.mark(id, code)
          },
        },
        onOut,
      ),
  }
}
