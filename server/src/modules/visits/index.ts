import type { Module } from '../../platform/module.ts'
import { visitRoutes } from './routes.ts'

/** How a browser is seen from here; nothing of it is kept. */
export function createVisits(): Module {
  return {
    routes: visitRoutes,
    events: {
      clickid: async () => ({ ok: true, softwareVersion: '0.1.0' }),
      brain: async () => ({ ok: true }),
    },
  }
}
