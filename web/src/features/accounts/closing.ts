import { useQuery, useQueryClient } from '@tanstack/react-query'

/** How the member has just closed the account in this tab. `erasedOn` is ISO 8601. */
export type Closing = { readonly kind: 'disabled' } | { readonly kind: 'deleting'; readonly erasedOn: string | null }

const key = ['closing'] as const

/**
 * Announced before the request is sent, because the socket's event about the closed account may arrive before the
 * reply.
 * @returns a function that announces it, or with null cancels the announcement after a failure
 */
export const useAnnounceClosing = () => {
  const client = useQueryClient()
  return (closing: Closing | null) => client.setQueryData<Closing | null>(key, closing)
}

export const useClosing = (): Closing | null =>
  useQuery<Closing | null>({
    queryKey: key,
    queryFn: () => null,
    enabled: false,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  }).data
