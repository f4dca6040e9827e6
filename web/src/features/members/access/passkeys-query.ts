import type { PasskeyView } from '@incontro/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'

export const passkeysQuery = {
  queryKey: ['passkeys'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /api/users/passkeys', { signal }),
}

/** Updates the cached list immediately after a change. */
export const useChangePasskeys = () => {
  const client = useQueryClient()
  return (change: (known: readonly PasskeyView[]) => PasskeyView[]) =>
    client.setQueryData<PasskeyView[]>(passkeysQuery.queryKey, (known) => change(known ?? []))
}
