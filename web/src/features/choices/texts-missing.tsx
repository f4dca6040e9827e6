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
    <ErrorState
      busy={isFetching}
      onRetry={() => void refetch()}
      title={<Trans>Non riusciamo a caricare l’elenco</Trans>}
    />
  ) : (
    <div role="status" aria-busy="true" aria-label={t`Carico l’elenco`}>
      <Skeleton />
      <Skeleton />
      <Skeleton shape="short" />
    </div>
  )
}
