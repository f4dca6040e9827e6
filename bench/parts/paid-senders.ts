import { randomUUID } from 'node:crypto'
import type { DatabaseHandle } from '#server/platform/database/database.ts'
import { openMemberSocket } from './member-socket.ts'
import { makePeople, type Person } from './people.ts'

const text = 'Ciao, come stai?'
/** Sends that wait for their answer at any time. */
export const underWay = 200

export interface PaidSenders {
  readonly men: readonly Person[]
  readonly women: readonly Person[]
  /** Sends one message of the n-th man to the n-th woman. @returns whether it was acknowledged */
  send(n: number): Promise<boolean>
  /** For some seconds, sends one after the other from each of `underWay` places. @returns how many succeeded a second */
  rate(sendOne: (n: number) => Promise<boolean>): Promise<number>
  close(): void
}

/**
 * Members with a socket each who send paid messages to as many others, in turn. The geography has to be loaded.
 * @param count a multiple of `underWay`; a socket may send 40 messages at once and then 15 a second
 */
export async function makePaidSenders(
  database: DatabaseHandle,
  { count, seconds, port }: { readonly count: number; readonly seconds: number; readonly port: number },
): Promise<PaidSenders> {
  const men = await makePeople(database, count, 'man', 10_000_000)
  const women = await makePeople(database, count, 'woman', 0)
  const sockets = await Promise.all(men.map((man) => openMemberSocket(port, man)))
  return {
    men,
    women,
    async send(n) {
      const [socket, man, woman] = [sockets[n], men[n], women[n]]
      if (socket === undefined || man === undefined || woman === undefined) return false
      const message = { msg: text, trackerId: man.clickid, angelId: woman.id, clientMessageId: randomUUID() }
      const answer: { readonly ok: boolean } = await socket.timeout(10_000).emitWithAck('chat', message)
      return answer.ok
    },
    async rate(sendOne) {
      const until = performance.now() + seconds * 1000
      let done = 0
      await Promise.all(
        Array.from({ length: underWay }, async (_, first) => {
          for (let n = first; performance.now() < until; n = (n + underWay) % count) if (await sendOne(n)) done += 1
        }),
      )
      return done / seconds
    },
    close() {
      for (const socket of sockets) socket.disconnect()
    },
  }
}
