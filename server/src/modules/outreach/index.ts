import type { Module } from '../../platform/module.ts'
import { type OutreachRouteDeps, outreachRoutes } from './routes.ts'
import { type OutreachDeps, sendEmail } from './send-email.ts'

export type { Email, EmailKind, EmailProps, ReceiptProps, RenderedEmail } from './email.ts'
export { emailBrand } from './email-brand.ts'
export { enqueueEmail, type EnqueueEmail } from './enqueue-email.ts'
export { lazyRenderer } from './load-renderer.ts'
export type { OutreachRouteDeps } from './routes.ts'
export type { OutreachDeps } from './send-email.ts'

/** Emails: templates, the queue, dead letters, and what stops them. */
export function createOutreach(deps: OutreachDeps & OutreachRouteDeps): Module {
  return {
    routes: (http) => outreachRoutes(http, deps),
    jobs: { 'outreach.send_email': (payload, job) => sendEmail(deps, payload, job) },
  }
}
