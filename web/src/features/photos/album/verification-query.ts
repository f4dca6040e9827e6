import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../app/api/api.ts'
import { albumKey } from './album-key.ts'

/** How far the verification of the main photo is: asked again with the album, whose main photo it is about. */
export const verificationQuery = (trackerId: string) =>
  queryOptions({
    queryKey: [...albumKey, 'verification', trackerId] as const,
    queryFn: ({ signal }) => api('GET /api/photos/:trackerId/verification', { params: { trackerId }, signal }),
  })
