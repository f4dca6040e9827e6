import type { ServerEvent } from '@incontro/contract'
import { toWire } from '@incontro/contract/domain'
import type { Principal } from '#platform/caller.ts'
import type { Log } from '#platform/process/log.ts'
import type { Bus } from '../bus.ts'
import type { Shown, Views } from '../realtime.ts'
import { terminate } from './backlog.ts'
import {
  allSockets,
  type CallerIo,
  drop,
  emit,
  type Io,
  memberOf,
  memberRoom,
  readsNothing,
  roomOf,
  socketsIn,
} from './caller-socket.ts'
import type { Recheck, SessionChanges } from './recheck.ts'

/** Brings what the bus carries to the sockets of this process: events, changes of sessions, and their ends. */
export function fanOut({
  io,
  bus,
  log,
  views,
  recheck,
  changes,
}: {
  readonly io: Io
  readonly bus: Bus
  readonly log: Log
  readonly views: Views
  readonly recheck: Recheck
  readonly changes: SessionChanges
}): void {
  // One at a time for each reader, so that events keep their order.
  const showing = new Map<string, Promise<void>>()

  bus.subscribe('member', ({ memberId, event, data, except }) => {
    const room = memberRoom(memberId)
    if (except !== undefined) {
      for (const socket of socketsIn(io, room)) if (socket.id !== except) emitOrTerminate(socket, { event, data })
      return
    }
    for (const socket of socketsIn(io, room)) if (readsNothing(socket)) terminate(socket)
    emit(io.to(room), event, data)
  })
  bus.subscribe('show', ({ memberId, name, facts, except }) => {
    const readers = socketsIn(io, memberRoom(memberId)).filter(({ id }) => id !== except)
    const [reader] = readers
    if (!reader) return
    const view = Object.hasOwn(views, name)
      ? (views[name as keyof Views] as ((reader: Principal, facts: unknown) => Promise<unknown>) | undefined)
      : undefined
    if (!view) return log.error({ name }, 'no view of this name')
    const before = showing.get(memberId)
    const shown = (async () => {
      await before
      try {
        const seen = (await view(memberOf(reader.data.identified.caller), facts)) as Shown | undefined
        const event = seen && { event: seen.event, data: toWire(seen.data) }
        if (event) for (const socket of readers) emitOrTerminate(socket, event)
      } catch (error) {
        log.error({ err: error, name }, 'news not shown')
        // Otherwise these readers would not know that they missed an event.
        for (const socket of readers) emitOrTerminate(socket, { event: 'catchUp', data: {} })
      }
    })()
    showing.set(memberId, shown)
    void shown.then(() => {
      if (showing.get(memberId) === shown) showing.delete(memberId)
    })
  })
  bus.subscribe('refresh', ({ memberId }) => {
    changes.note(memberRoom(memberId))
    for (const socket of socketsIn(io, memberRoom(memberId))) void recheck.reauthoriseOrCut(socket)
  })
  bus.subscribe('end', ({ memberId, sessionId, reason }) => {
    changes.note(memberRoom(memberId))
    for (const socket of socketsIn(io, memberRoom(memberId)))
      if (sessionId === null || memberOf(socket.data.identified.caller).sessionId === sessionId) drop(socket, reason)
  })
  // Sessions may have ended and messages been sent without this process being notified.
  bus.onGap(() => {
    for (const { data } of allSockets(io)) changes.note(roomOf(data.identified.caller))
    emit(io, 'catchUp', {})
    void recheck.everybody()
  })
}

/** `data` is in wire format. */
function emitOrTerminate(
  socket: CallerIo,
  { event, data }: { readonly event: ServerEvent; readonly data: unknown },
): void {
  if (readsNothing(socket)) terminate(socket)
  else if (socket.connected) emit(socket, event, data)
}
