import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { closeMutual, useMutual } from '#features/activity/index.ts'

const MatchDialog = lazyDialog(() => import('./match-dialog.tsx'))

/** On every member page: the notices of mutual likes, one after the other. */
export const MatchMoment = () => {
  useIdlePreload(MatchDialog)
  const client = useQueryClient()
  const mutual = useMutual()
  return (
    <Suspense fallback={null}>
      {mutual && <MatchDialog key={mutual.memberId} mutual={mutual} onClose={() => closeMutual(client)} />}
    </Suspense>
  )
}
