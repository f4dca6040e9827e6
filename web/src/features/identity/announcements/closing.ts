import { useQuery, useQueryClient } from '@tanstack/react-query'

/** What the member has just done to the account in this tab. `erasedOn` is ISO 8601. */
export type Closing = { readonly kind: 'disabled' } | { readonly kind: 'deleting'; readonly erasedOn: string | null }

const key = ['closing'] as const

/**
 * Announced before the server is asked: its event that the account is closed arrives over the socket too, and may be first.
 * @returns announces it; null cancels, where closing failed
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
