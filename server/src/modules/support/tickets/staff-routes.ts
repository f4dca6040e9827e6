import { adminRoutes } from '@incontro/contract/admin'
import type { Http } from '#platform/http/bind.ts'
import type { TicketDeps } from '../deps.ts'
import { answerTicket } from './answer.ts'
import { assignTicket, noteTicket, setTicketState } from './change.ts'
import { listTickets, ticketFigures } from './list.ts'
import { openThread, releaseTicket } from './thread.ts'
import { undoAnswer } from './undo-answer.ts'

const ok = { result: 'OK' as const }

/** The support inbox, for the console. */
export function ticketRoutes(http: Http, deps: TicketDeps): void {
  http.bind(adminRoutes.tickets, (call) => listTickets(deps, call))
  http.bind(adminRoutes.ticketFigures, async ({ site }) => {
    const { oldestAt, ...figures } = await ticketFigures(deps.db, site.brandId, deps.clock())
    return { ...figures, oldestAt: oldestAt?.toISOString() ?? null }
  })
  http.bind(adminRoutes.ticketDesk, async ({ site }) => ({
    answers: Object.entries(deps.answersOf(site.brandId)).map(([key, { name, text }]) => ({
      key,
      name: { ...name },
      text: { ...text },
    })),
    colleagues: [...(await deps.colleaguesOf(site.brandId))],
  }))
  http.bind(adminRoutes.openTicket, (call) => openThread(deps, call))
  http.bind(adminRoutes.releaseTicket, async (call) => {
    await releaseTicket(deps, call)
    return ok
  })
  http.bind(adminRoutes.answerTicket, (call) => answerTicket(deps, call))
  http.bind(adminRoutes.undoTicketAnswer, (call) => undoAnswer(deps, call))
  http.bind(adminRoutes.noteTicket, async (call) => {
    await noteTicket(deps, call)
    return ok
  })
  http.bind(adminRoutes.setTicketState, async (call) => {
    await setTicketState(deps, call)
    return ok
  })
  http.bind(adminRoutes.assignTicket, async (call) => {
    await assignTicket(deps, call)
    return ok
  })
}
