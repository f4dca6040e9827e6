import type { Log } from '#platform/process/log.ts'
import type { CallerIo } from './caller-socket.ts'

const arrivalsEveryMs = 500

/** Members with an open socket in this process are written at arrival and every minute. */
export interface Presence {
  /** Written within half a second. After a restart all members reconnect within seconds: they are written in batches. */
  arrived(memberId: string): void
  /** Of all open sockets. */
  refresh(sockets: readonly CallerIo[]): void
  stop(): void
}

export function createPresence(log: Log, write: (memberIds: readonly string[]) => Promise<void>): Presence {
  const arrived = new Set<string>()
  const arrivals = setInterval(() => {
    if (arrived.size === 0) return
    const ids = [...arrived]
    arrived.clear()
    void write(ids).catch((error: unknown) => log.warn({ err: error }, 'presence not written'))
  }, arrivalsEveryMs)
  return {
    arrived: (memberId) => void arrived.add(memberId),
    refresh(sockets) {
      for (const { data } of sockets)
        if (data.identified.caller.kind === 'member') arrived.add(data.identified.caller.member.memberId)
    },
    stop: () => clearInterval(arrivals),
  }
}
