import type { VerificationView } from '@incontro/contract'
import { queryOptions } from '@tanstack/react-query'
import { api, apiOver, type Sender } from '#app/api/api.ts'
import { albumKey } from './album-key.ts'

/** The verification state of the main photo. It shares the album's key, so that both are fetched together. */
export const verificationQuery = (trackerId: string) =>
  queryOptions({
    queryKey: [...albumKey, 'verification', trackerId] as const,
    queryFn: ({ signal }) => api('GET /api/photos/:trackerId/verification', { params: { trackerId }, signal }),
  })

/** For a document: null if this fails, and the browser asks again. */
export const renderedVerification = (trackerId: string, send: Sender): Promise<VerificationView | null> =>
  apiOver(send)('GET /api/photos/:trackerId/verification', { params: { trackerId } }).catch(() => null)
