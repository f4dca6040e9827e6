import type { HookCode, SearchFilters } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Layers } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { type CardMember, ProfileCard } from '#components/people/profile-card.tsx'
import { useStableHandler } from '#components/layout/use-stable-handler.ts'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import layout from '#styles/layout.module.css'
import { postEvent, useLike } from '#features/activity/index.ts'
import { useIsBlocked, useMemberMenu } from '#features/trust/index.ts'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { FiltersTooNarrow } from '../filters/filters-too-narrow.tsx'
import type { MatchReply } from '../matches/match-query.ts'
import { EmptyPlace, FewPeople } from '../place/when-shown.ts'

const InfoDialog = lazyDialog(() => import('./info-dialog.tsx'))

const Skeletons = () => {
  const { t } = useLingui()
  return (
    <div className={layout.cards} role="status" aria-busy="true" aria-label={t`Loading the profiles`}>
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} shape="card" />
      ))}
    </div>
  )
}

const Stopped = ({ hook, onHook }: { hook: HookCode; onHook: (hook: HookCode) => void }) => (
  <Card>
    <EmptyState
      icon={Layers}
      title={<Trans>You’ve seen the free profiles</Trans>}
      text={<Trans>The rest is part of the plans and packs.</Trans>}
      action={
        <Button variant="sec" onClick={() => onHook(hook)}>
          <Trans>What they include</Trans>
        </Button>
      }
    />
  </Card>
)

const remember = (id: string) => {
  try {
    const visited = (localStorage.getItem('profiliVisitati') ?? '')
      .split(',')
      .filter((other) => other !== '' && other !== id)
    localStorage.setItem('profiliVisitati', [...visited, id].slice(-200).join(','))
  } catch {
    // A browser without storage keeps no copy of the list; the server has its own.
  }
}

const Grid = ({ members }: { readonly members: MatchReply['members'] }) => {
  const { session } = useSession()
  const likes = useLike()
  const openMenu = useMemberMenu()
  const isBlocked = useIsBlocked()
  const [shown, setShown] = useState<CardMember | null>(null)
  const modal = session.flow.pages[0]?.find.hooks
  // If both buttons of the modal navigate, the card skips the modal and opens the profile directly.
  const opensModal = modal?.closesAtProfile === 1 || modal?.closesAtChat === 1
  useIdlePreload(...(opensModal ? [InfoDialog] : []))
  const visit = useStableHandler(({ id }: CardMember) => {
    remember(id)
    postEvent(session.clickid, id, 'visita_profilo')
  })
  const like = useStableHandler((member: CardMember) => void likes.like(member))
  return (
    <div className={layout.cards}>
      {members
        .filter(({ id }) => !isBlocked(id))
        .map((member, index) => (
          <ProfileCard
            key={member.id}
            member={member}
            eager={index < 6}
            liked={likes.isLiked(member)}
            likeBusy={likes.isBusy(member)}
            onLike={like}
            onVisit={visit}
            onOpen={opensModal ? setShown : undefined}
            onMenu={openMenu}
          />
        ))}
      <Suspense fallback={null}>
        {shown && <InfoDialog member={shown} onVisit={() => visit(shown)} onClose={() => setShown(null)} />}
      </Suspense>
    </div>
  )
}

/** The grid, or the reason why there is none: loading, empty, behind a hook, or not reachable. */
export const FindBody = ({
  data,
  failed,
  busy,
  onRetry,
  onHook,
  onFilters,
}: {
  readonly data: MatchReply | undefined
  readonly failed: boolean
  readonly busy: boolean
  readonly onRetry: () => void
  readonly onHook: (hook: HookCode) => void
  readonly onFilters: (filters: SearchFilters) => void
}) => {
  if (!data) {
    return failed ? (
      <Card>
        <ErrorState
          busy={busy}
          onRetry={onRetry}
          title={<Trans>We can’t load the profiles</Trans>}
          text={<Trans>We’ve saved your area.</Trans>}
        />
      </Card>
    ) : (
      <Skeletons />
    )
  }
  if (data.hook) return <Stopped hook={data.hook} onHook={onHook} />
  if (data.loosen) return <FiltersTooNarrow filters={data.filters} loosen={data.loosen} onChange={onFilters} />
  if (data.members.length === 0)
    return (
      <Suspense fallback={<Skeletons />}>
        <EmptyPlace />
      </Suspense>
    )
  return (
    <>
      <Grid members={data.members} />
      {!data.hasMore && (
        <Suspense fallback={null}>
          <FewPeople />
        </Suspense>
      )}
    </>
  )
}
