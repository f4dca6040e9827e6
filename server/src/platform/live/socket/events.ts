import { clientEvents, eventAccess, type ClientEvent } from '@incontro/contract'
import { toDomain, toWire } from '@incontro/contract/domain'
import { refusalOf } from '#platform/access.ts'
import type { Log } from '#platform/process/log.ts'
import { eventHandled, hasFailed } from '#platform/process/metrics.ts'
import { newRequestId, withRequestId } from '#platform/process/request-id.ts'
import { traced } from '#platform/process/tracing.ts'
import type { Bus } from '../bus.ts'
import { createAllowance, type Allowance } from './allowance.ts'
import { terminate } from './backlog.ts'
import {
  type CallerIo,
  type EventHandlers,
  type Handler,
  memberOf,
  type MemberSocket,
  readsNothing,
  refusal,
} from './caller-socket.ts'
import { createMemberAllowances, isOwn, tooManyEvents, type MemberAllowances } from './event-rules.ts'
import type { Presence } from './presence.ts'
import type { Recheck } from './recheck.ts'

/**
 * Above what a person reaches. Beyond it one event is refused as `busy` and the socket is closed, so that ordered events
 * are not accepted with gaps.
 */
const eventAllowance = { burst: 40, perSecond: 15 }
const ended = refusal('forbidden', 'The session has ended')
/** Milliseconds in which the events before the refused one may still be answered. */
const lastAnswersMs = 500

export interface ClientEvents {
  /** Hands the events of a socket to their handlers. */
  listen(socket: CallerIo): void
  /** Refuses further events and waits for running ones, at most `timeoutMs`. */
  finish(timeoutMs: number): Promise<void>
}

export function createClientEvents({
  bus,
  log,
  handlers,
  allowances = createMemberAllowances(),
  recheck,
  presence,
}: {
  readonly bus: Bus
  readonly log: Log
  readonly handlers: EventHandlers
  readonly allowances?: MemberAllowances | undefined
  readonly recheck: Recheck
  readonly presence: Presence
}): ClientEvents {
  let closing = false
  let underWay = 0
  let idle: () => void = () => undefined

  function listen(socket: CallerIo): void {
    let allow: Allowance | undefined
    let unanswered = 0
    let isRefused = false
    const closeAnswered = (): void => {
      if (isRefused && unanswered === 0) socket.conn.close()
    }
    const inOpenSession = sessionGuard(socket)
    const sender: MemberSocket = {
      id: socket.id,
      get principal() {
        return memberOf(socket.data.identified.caller)
      },
      async reauthorise() {
        const caller = await recheck.reauthorise(socket)
        return caller && memberOf(caller)
      },
      recordPresence: () => presence.arrived(memberOf(socket.data.identified.caller).memberId),
    }
    socket.onAny((event: string, ...given: unknown[]) => {
      if (closing || isRefused) return
      allow ??= createAllowance(eventAllowance)
      if (readsNothing(socket)) return terminate(socket)
      const last = given.at(-1)
      const answer = typeof last === 'function' ? (last as (value: unknown) => void) : () => undefined
      if (!allow() || !allowances.allow(socket.data.identified.caller)) {
        isRefused = true
        answer(tooManyEvents)
        setTimeout(() => terminate(socket), lastAnswersMs).unref()
        return closeAnswered()
      }
      const [data, ...more] = typeof last === 'function' ? given.slice(0, -1) : given
      if (!Object.hasOwn(clientEvents, event)) return answer(refusal('invalid', 'There is no such event'))
      if (more.length > 0) return answer(refusal('invalid', 'An event carries one value'))
      const name = event as ClientEvent
      const { caller, brandId } = socket.data.identified
      if (refusalOf(eventAccess[name], caller, brandId) !== undefined)
        return answer(refusal('forbidden', 'This is for others'))
      const parsed = clientEvents[name].safeParse(data)
      if (!parsed.success)
        return answer(
          refusal('invalid', `${parsed.error.issues[0]?.path.join('.') || 'data'}: does not match the schema`),
        )
      if (!isOwn(sender.principal, parsed.data)) return answer(refusal('not_found', 'Not found'))
      underWay += 1
      unanswered += 1
      const begun = performance.now()
      const handle = () => (handlers[name] as Handler<ClientEvent>)(sender, toDomain(parsed.data) as never)
      const handled = () =>
        traced(`event ${name}`, 'SERVER', {}, () => inOpenSession(handle))
          .then(
            (acknowledgement) => answer(toWire(acknowledgement)),
            (error: unknown) => {
              hasFailed('event', name)
              log.error({ err: error, event: name }, 'event failed')
              answer(refusal('internal', 'Something went wrong, try again'))
            },
          )
          .finally(() => {
            eventHandled(name, begun)
            underWay -= 1
            unanswered -= 1
            closeAnswered()
            if (underWay === 0) idle()
          })
      return void withRequestId(newRequestId(), handled)
    })
  }

  /**
   * While the broker is away, the session is read before each event, one after the other, so that the events stay in
   * order. A session that has ended handles nothing more.
   */
  function sessionGuard(socket: CallerIo) {
    let reading: Promise<unknown> | undefined
    return async <T>(handle: () => Promise<T>): Promise<T | typeof ended> => {
      if (!reading && bus.state !== 'degraded') return handle()
      const caller = (reading ?? Promise.resolve()).then(() => recheck.reauthorise(socket))
      // The event that waits for it gets the error.
      const mine = caller.catch(() => undefined)
      reading = mine
      void mine.then(() => {
        if (reading === mine) reading = undefined
      })
      return (await caller) ? handle() : ended
    }
  }

  return {
    listen,
    async finish(timeoutMs) {
      closing = true
      if (underWay > 0 && timeoutMs > 0)
        await new Promise<void>((resolve) => {
          idle = resolve
          setTimeout(resolve, timeoutMs).unref()
        })
    },
  }
}
