import { skipToken, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { type SignOutQuestion as Question, signOutKey } from './sign-out-key.ts'

const SignOutDialog = lazyDialog(() => import('./sign-out-dialog.tsx'))

/** Shows the question of a sign-out on any page. */
export const SignOutQuestion = () => {
  useIdlePreload(SignOutDialog, { preload: () => import('./sign-out.ts') })
  const { data: question = null } = useQuery<Question | null>({
    queryKey: signOutKey,
    queryFn: skipToken,
    initialData: null,
    staleTime: Infinity,
  })
  return <Suspense fallback={null}>{question !== null && <SignOutDialog question={question} />}</Suspense>
}
