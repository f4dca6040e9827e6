import type { HookCode } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import { type ComponentProps, Suspense } from 'react'
import { useSession } from '#app/session/session.tsx'
import { ButtonLink } from '#components/buttons/button.tsx'
import { lazyDialog } from '#components/dialogs/lazy-dialog.ts'
import { Card } from '#components/layout/card.tsx'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { activeQuery } from '../matches/match-query.ts'
import { EmptyPlace, FewPeople } from '../place/when-shown.ts'
import { usePlaceName } from '../place/use-place-name.ts'
import { ChangePlace } from './change-place.tsx'
import styles from './deck.module.css'

const FiltersTooNarrow = lazyDialog(async () => ({
  default: (await import('../filters/filters-too-narrow.tsx')).FiltersTooNarrow,
}))

export const LoadingDeck = () => {
  const { t } = useLingui()
  return (
    <div className={styles.deck} role="status" aria-busy="true" aria-label={t`Loading the profiles`}>
      <Skeleton shape="block" className={styles.skeleton} />
    </div>
  )
}

export const FailedDeck = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => {
  return (
    <Card>
      <ErrorState
        busy={busy}
        onRetry={onRetry}
        title={<Trans>We can’t load the profiles</Trans>}
        text={<Trans>We’ve saved your choices.</Trans>}
      />
    </Card>
  )
}

/** Shown when the filters leave no one whom the member has not answered. */
export const FilteredDeck = (props: ComponentProps<typeof FiltersTooNarrow>) => (
  <Suspense fallback={<LoadingDeck />}>
    <FiltersTooNarrow {...props} />
  </Suspense>
)

/** Shown when all members of the region have been answered: when to come back, and where else to look. */
export const SeenAll = ({ onHook }: { readonly onHook: (hook: HookCode) => void }) => {
  const { session } = useSession()
  const { flow } = session
  const region = usePlaceName()
  const { data: active } = useQuery(activeQuery(session))
  if (active?.isEmpty)
    return (
      <Suspense fallback={<LoadingDeck />}>
        <EmptyPlace />
      </Suspense>
    )
  return (
    <Card>
      <EmptyState
        icon={Layers}
        title={<Trans>You’ve seen everyone</Trans>}
        text={
          <Trans>
            There’s nobody else in {region} for now. New members appear here straight away; people you said no to come
            back after 30 days.
          </Trans>
        }
        action={
          flow.messageInvites === 0 ? (
            <ButtonLink href="/find" variant="sec">
              <Trans>Go to search</Trans>
            </ButtonLink>
          ) : (
            // There is no search, which has this button otherwise.
            <ChangePlace onHook={onHook} />
          )
        }
      />
      <Suspense fallback={null}>
        <FewPeople />
      </Suspense>
    </Card>
  )
}
