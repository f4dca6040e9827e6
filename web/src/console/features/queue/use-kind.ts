import { caseKinds } from '@incontro/contract/admin/case-words'
import { useSearchParams } from 'react-router'

export type Kind = (typeof caseKinds)[number]

/** The kind of the address to which the queue is narrowed. */
export function useKind(): Kind | undefined {
  const given = useSearchParams()[0].get('kind')
  return caseKinds.find((one) => one === given)
}

export const searchOfKind = (kind: Kind | undefined): string => (kind ? `?kind=${kind}` : '')
