import { createHash } from 'node:crypto'
import type { PaymentProvider, ProviderState, ReturnParams } from '../port.ts'
import type { Attempt } from './attempts.ts'

/** Completes an attempt with the parameters of the return page. Idempotent, however often the page is opened. */
export const completeAttempt = (
  provider: PaymentProvider,
  attempt: Pick<Attempt, 'id' | 'provider_ref'>,
  params: ReturnParams,
): Promise<ProviderState> =>
  provider.complete({
    reference: attempt.id,
    providerRef: attempt.provider_ref,
    params,
    idempotencyKey: `${attempt.id}:${digest(params)}`,
  })

/** Independent of the order of the parameters. */
const digest = (params: ReturnParams): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(params).toSorted()))
    .digest('hex')
    .slice(0, 24)
