import type { Module } from '#platform/module.ts'
import type { Realtime } from '#platform/live/realtime.ts'
import { visitRoutes } from './routes.ts'

export interface VisitDeps {
  readonly realtime: Realtime
  /** The version of the pages that this process serves. */
  readonly softwareVersion: string
}

/** Reports how the server sees a browser, and which version of the pages it has; stores nothing but presence. */
export function createVisits({ realtime, softwareVersion }: VisitDeps): Module {
  return {
    routes: visitRoutes,
    events: {
      clickid: async ({ principal }, { softwareVersion: theirs }) => {
        // To all of the member's pages: each compares it with its own.
        if (theirs !== undefined && theirs !== softwareVersion)
          realtime.toMember(principal.memberId, 'softwareVersion', { softwareVersion, reload: false })
        return { ok: true, softwareVersion }
      },
      brain: async (socket) => {
        socket.recordPresence()
        return { ok: true }
      },
    },
  }
}
