import { queryOptions } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'
import { albumKey } from './album-key.ts'

/** The verification state of the main photo. It shares the album's key, so that both are fetched together. */
export const verificationQuery = (trackerId: string) =>
  queryOptions({
    queryKey: [...albumKey, 'verification', trackerId] as const,
    queryFn: ({ signal }) => api('GET /api/photos/:trackerId/verification', { params: { trackerId }, signal }),
  })
