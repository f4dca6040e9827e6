import { useLingui } from '@lingui/react/macro'
import { BookmarkX } from 'lucide-react'
import { Navigate, useParams } from 'react-router'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import { searchOf, useSavedViews } from '#console/base/saved-views.ts'
import { Page } from '#console/parts/page.tsx'

/** The link to a saved view leads to its page with the filters that it has now. */
const OpenView = () => {
  const { t } = useLingui()
  const { id } = useParams()
  const { views, error, reload } = useSavedViews()
  const view = views?.find((one) => one.id === id)
  if (view) return <Navigate to={`/${view.brand}/${view.page}${searchOf(view)}`} replace />
  return (
    <Page title={t`Saved view`}>
      {views === undefined && !error ? (
        <Skeleton shape="block" />
      ) : (
        <Card>
          {error ? (
            <ErrorState onRetry={() => void reload()} />
          ) : (
            <EmptyState
              icon={BookmarkX}
              title={t`This view isn’t there any more`}
              text={t`It was deleted, isn’t shared with you, or its page isn’t open to your role.`}
            />
          )}
        </Card>
      )}
    </Page>
  )
}

export default OpenView
