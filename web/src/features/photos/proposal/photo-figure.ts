import { useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, apiOver, type ReplyOf, type Sender } from '#app/api/api.ts'

const claimsQuery = queryOptions({
  queryKey: ['claims'],
  staleTime: Infinity,
  queryFn: ({ signal }) => api('GET /api/claims', { signal }),
})

/** For a document, which the browser completes if this fails. */
export const renderedClaims = (send: Sender): Promise<ReplyOf<'GET /api/claims'> | null> =>
  apiOver(send)('GET /api/claims', {}).catch(() => null)

/** Gives `usePhotoFigure` below it the claims that came with the document. */
export const useRenderedClaims = (claims: ReplyOf<'GET /api/claims'> | null | undefined): void => {
  useQuery({ ...claimsQuery, initialData: claims ?? undefined })
}

/** What a member can add to their profile, and whose effect is measured. */
export type MeasuredStep = 'photo' | 'prompt' | 'intent' | 'interests'

/**
 * The measured ratio of first messages received with a step of the profile to those without it, formatted for the
 * reader; null if it was not measured.
 */
export const useStepFigure = (): ((step: MeasuredStep) => string | null) => {
  const { i18n } = useLingui()
  const { data } = useQuery(claimsQuery)
  return (step) => {
    const measured = data?.find(({ key }) => key === `${step}_messages`)?.figure
    return measured === undefined ? null : i18n.number(measured)
  }
}

export const usePhotoFigure = (): string | null => useStepFigure()('photo')
