import type { PasskeyView } from '@incontro/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api/api.ts'

export const passkeysQuery = {
  queryKey: ['passkeys'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /api/users/passkeys', { signal }),
}

/** Puts what was just done into the list at once. */
export const useChangePasskeys = () => {
  const client = useQueryClient()
  return (change: (known: readonly PasskeyView[]) => PasskeyView[]) =>
    client.setQueryData<PasskeyView[]>(passkeysQuery.queryKey, (known) => change(known ?? []))
}
