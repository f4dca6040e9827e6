import type { JobHandlers } from '../../platform/jobs.ts'
import { type OutreachDeps, sendEmail } from './send-email.ts'

export type { Email, EmailKind, EmailProps, ReceiptProps, RenderedEmail } from './email.ts'
export { emailBrand } from './email-brand.ts'
export { enqueueEmail, type EnqueueEmail } from './enqueue-email.ts'
export { lazyRenderer } from './load-renderer.ts'
export { type OutreachRouteDeps, outreachRoutes } from './routes.ts'
export type { OutreachDeps } from './send-email.ts'

/** The jobs of this module. */
export const outreachJobs = (deps: OutreachDeps) =>
  ({
    'outreach.send_email': (payload, job) => sendEmail(deps, payload, job),
  }) satisfies JobHandlers
