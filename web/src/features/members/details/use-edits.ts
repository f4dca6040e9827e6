import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/**
 * A form's unsaved values, which survive navigation within the app, but no reload.
 *
 * @param name the form's name, unique for each member
 * @returns the edits, or null if everything is saved, and a function to set them
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
