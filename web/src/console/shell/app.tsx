import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Spinner } from '#components/marks/spinner.tsx'
import { api, onEvery } from '#console/base/api.ts'
import { showLanguage } from '#console/base/i18n.ts'
import { pages } from './pages.tsx'
import { Frame } from './frame.tsx'
import { LeaveGuard } from '#console/base/leave-guard.tsx'
import { allBrands, brandsWith, MeProvider, type Me, useMe } from '#console/base/me.tsx'
import { noteSessionEnded } from '#console/base/session-ended.ts'
import styles from './shell.module.css'
import { usePageAddress, useSavedViews } from '#console/base/saved-views.ts'
import { ShortcutProvider } from '#console/base/shortcuts.tsx'
import { useUnsaved } from '#console/base/use-unsaved.ts'

const SignIn = lazy(() => import('#console/features/sign-in/sign-in.tsx'))
const Link = lazy(() => import('#console/features/sign-in/link.tsx'))
const ProofDialog = lazy(() => import('#console/features/sign-in/proof-dialog.tsx'))
const OpenView = lazy(() => import('#console/features/views/open-view.tsx'))
const AccountPage = lazy(() => import('#console/features/account/account-page.tsx'))

export const Loading = () => (
  <p className={styles.loading} role="status">
    <Spinner /> <Trans>Loading…</Trans>
  </p>
)

/** Who is not signed in completely sees the sign-in, whatever the address; it is shown again afterwards. */
export const App = () => {
  const session = useQuery({
    queryKey: ['session'],
    queryFn: () => api('GET /admin/api/session', {}),
    // Read again when a step says so: recovery codes must not vanish because a window got the focus.
    staleTime: Infinity,
  })
  const isIn = session.data?.state === 'in'
  const me = useQuery({ queryKey: ['me'], queryFn: () => api('GET /admin/api/me', {}), enabled: isIn })
  const [hasLanguage, setHasLanguage] = useState(false)
  const locale = me.data?.locale
  useEffect(() => {
    if (locale) void showLanguage(locale).then(() => setHasLanguage(true))
  }, [locale])
  const proof = useProof()
  const forget = useEffectEvent(useUnsaved().forget)
  useEffect(
    () =>
      onEvery({
        proof: proof.ask,
        // A new document: nothing of a member stays in this one's memory, nor on the screen while the browser asks.
        signedOut: () => {
          noteSessionEnded()
          forget()
          location.reload()
        },
      }),
    [proof.ask],
  )
  const { pathname } = useLocation()
  if (pathname === '/link')
    return (
      <Suspense fallback={<Loading />}>
        <Link />
      </Suspense>
    )
  // Once both are there, what is open stays when they cannot be read again.
  const failed = session.data ? isIn && !me.data && me.error : session.error
  if (failed) return <ErrorState onRetry={() => void (session.data ? me.refetch() : session.refetch())} />
  if (!session.data || (isIn && !(me.data && hasLanguage))) return <Loading />
  if (!isIn)
    return (
      <Suspense fallback={<Loading />}>
        <SignIn session={session.data} />
      </Suspense>
    )
  return (
    <MeProvider me={me.data!}>
      <ShortcutProvider>
        <LeaveGuard />
        <Pages me={me.data!} />
        {proof.isAsked && (
          <Suspense fallback={null}>
            <ProofDialog onDone={proof.answer} />
          </Suspense>
        )}
      </ShortcutProvider>
    </MeProvider>
  )
}

/** Several requests may run into an expired proof at once: one dialog answers them all. */
function useProof() {
  const [isAsked, setAsked] = useState(false)
  const waiting = useRef<((shown: boolean) => void)[]>([])
  const [{ ask, answer }] = useState(() => ({
    ask: () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve)
        setAsked(true)
      }),
    answer: (shown: boolean) => {
      setAsked(false)
      for (const resolve of waiting.current.splice(0)) resolve(shown)
    },
  }))
  return { isAsked, ask, answer }
}

/** The first page that the person may open, at the brand of the address if it names one. */
const Home = ({ me }: { me: Me }) => {
  const [, named] = useLocation().pathname.split('/')
  const { views, error } = useSavedViews()
  const addressOf = usePageAddress()
  const first = pages.find(({ permission }) => brandsWith(me, permission).length > 0)
  if (!first) return <Navigate to="/account" replace />
  // The page opens with its default view.
  if (!views && !error) return <Loading />
  const [only] = me.brands
  const brand = me.brands.find(({ key }) => key === named)?.key ?? (me.brands.length === 1 ? only!.key : allBrands)
  return <Navigate to={addressOf(brand, first.path)} replace />
}

const Pages = ({ me }: { me: Me }) => (
  <Routes>
    <Route element={<Frame />}>
      <Route path="/account" element={<AccountPage />} />
      <Route path="/:brand/views/:id" element={<OpenView />} />
      {pages.map(({ path, detail = '', permission, page: Page }) => (
        <Route
          key={path}
          path={`/:brand/${path}${detail && `/*`}`}
          element={
            <Allowed permission={permission}>
              <Page />
            </Allowed>
          }
        />
      ))}
      <Route path="*" element={<Home me={me} />} />
    </Route>
  </Routes>
)

/** The server refuses it as well; this spares a page without data. */
const Allowed = ({
  permission,
  children,
}: {
  permission: (typeof pages)[number]['permission']
  children: React.ReactNode
}) => (brandsWith(useMe(), permission).length > 0 ? children : <Navigate to="/account" replace />)
