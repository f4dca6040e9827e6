import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../app/api/api.ts'

/**
 * The measured ratio of first messages received with a photo to those without one, formatted for the reader; null if it
 * was not measured.
 */
export const usePhotoFigure = (): string | null => {
  const { i18n } = useLingui()
  const { data } = useQuery({
    queryKey: ['claims'],
    staleTime: Infinity,
    queryFn: ({ signal }) => api('GET /api/claims', { signal }),
  })
  const measured = data?.find(({ key }) => key === 'photo_messages')?.figure
  return measured === undefined ? null : i18n.number(measured)
}
