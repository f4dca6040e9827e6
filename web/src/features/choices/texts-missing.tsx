import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '#app/brand/site.ts'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { textsQuery } from './choice-texts.ts'

/** In place of choices whose texts are loading or cannot be loaded. */
export const TextsMissing = () => {
  const { t } = useLingui()
  const { isError, isFetching, refetch } = useQuery(textsQuery(useSite().locale))
  return isError ? (
    <ErrorState busy={isFetching} onRetry={() => void refetch()} title={<Trans>We can’t load the list</Trans>} />
  ) : (
    <div role="status" aria-busy="true" aria-label={t`Loading the list`}>
      <Skeleton />
      <Skeleton />
      <Skeleton shape="short" />
    </div>
  )
}
