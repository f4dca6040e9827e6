import { randomUUID } from 'node:crypto'
import type { Socket } from 'socket.io-client'
import { openMemberSocket } from './member-socket.ts'
import type { Person } from './people.ts'

export interface ChatPairs {
  /**
   * Sends a member's next message. Resolves when the other member's handler has it; rejects when it is refused or lost.
   */
  send(n: number): Promise<void>
  close(): void
}

const lostAfterMs = 10_000

/** Connects members who write in pairs, the first with the second and so on; `portOf` gives the port of each. */
export async function connectPairs(people: readonly Person[], portOf: (n: number) => number): Promise<ChatPairs> {
  const arrivals = new Map<string, () => void>()
  const connect = async (person: Person, n: number): Promise<Socket> => {
    const socket = await openMemberSocket(portOf(n), person)
    socket.on('chat', ({ message }: { message: { msg: string } }) => arrivals.get(message.msg)?.())
    return socket
  }
  const sockets: Socket[] = []
  for (let n = 0; n < people.length; n += 20)
    sockets.push(...(await Promise.all(people.slice(n, n + 20).map((person, at) => connect(person, n + at)))))

  return {
    async send(sent) {
      const n = sent % people.length
      // Digits are replaced by letters, since digits that may be a telephone number need additional checks.
      const msg = randomUUID()
        .replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
        .padEnd(80, 'x')
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('lost')), lostAfterMs)
        const end = (finish: () => void) => () => {
          clearTimeout(timer)
          arrivals.delete(msg)
          finish()
        }
        arrivals.set(msg, end(resolve))
        sockets[n]?.emit(
          'chat',
          { msg, trackerId: people[n]?.clickid, angelId: people[n ^ 1]?.id, clientMessageId: randomUUID() },
          ({ ok, code }: { ok: boolean; code?: string }) => {
            if (!ok) end(() => reject(new Error(code)))()
          },
        )
      })
    },
    close: () => sockets.forEach((socket) => socket.disconnect()),
  }
}
