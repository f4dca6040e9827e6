import type { VisitAddress } from './address.ts'

/** The flow without renewals, for visitors who reach the home page or the sign-up form without an advertisement. */
export const compliantFlow = '0000'

/**
 * The flow in which a visit starts (section 4, "Tracking"): the one in the URL, 0000 on `/` or `/signup` without
 * `tid`, otherwise the brand's default. The server checks it and replaces a flow that the brand does not have with the
 * default.
 */
export const flowOf = (
  path: string,
  { tid, flowId }: Pick<VisitAddress, 'tid' | 'flowId'>,
  defaultFluxId: string,
): string => {
  if (flowId !== undefined) return flowId
  const page = path.replace(/\/+$/, '').toLowerCase()
  return tid === undefined && (page === '' || page === '/signup') ? compliantFlow : defaultFluxId
}
