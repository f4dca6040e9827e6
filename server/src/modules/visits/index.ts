import type { Module } from '../../platform/module.ts'
import { visitRoutes } from './routes.ts'

/** Reports how the server sees a browser; stores nothing. */
export function createVisits(): Module {
  return {
    routes: visitRoutes,
    events: {
      clickid: async () => ({ ok: true, softwareVersion: '0.1.0' }),
      brain: async () => ({ ok: true }),
    },
  }
}
