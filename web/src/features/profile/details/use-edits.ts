import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/**
 * What a form holds that is not saved yet: it outlives the form's page within the app, and nothing more.
 *
 * @param name of the form, one for each member
 * @returns the edits, null where everything is saved, and how to set them
 */
export const useEdits = <T extends object>(name: string) => {
  const client = useQueryClient()
  const { data = null } = useQuery<T | null>({
    queryKey: ['edits', name],
    queryFn: skipToken,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const set = useCallback((edits: T | null) => client.setQueryData(['edits', name], edits), [client, name])
  return [data, set] as const
}
