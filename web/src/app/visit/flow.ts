import type { VisitAddress } from './address.ts'

/** The flow in which nothing renews: for visitors who come to the home page or to the form by themselves. */
export const compliantFlow = '0000'

/**
 * The flow a visit starts in (spec section 4, "Tracking"): the one the address names, 0000 on `/` or `/signup` without `tid`,
 * else the brand's own. The server decides again: a flow that the brand does not have becomes its own.
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
