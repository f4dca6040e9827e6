import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { type LoaderFunctionArgs, Outlet, redirect, useLoaderData, useMatches } from 'react-router'
import { classNames } from '#styles/class-names.ts'
import { ToastProvider } from '#components/feedback/toast.tsx'
import { LiveConversations } from '#features/chat/index.ts'
import { LivePayments } from '#features/payments/index.ts'
import { visitQuery } from '#app/visit/address.ts'
import { AddressNotice } from '#features/accounts/index.ts'
import { Announcements } from './announcements.tsx'
import { AppBar } from '#app/shell/app-bar.tsx'
import { BottomMenu } from '#app/shell/bottom-menu.tsx'
import { Footer as WholeFooter, LegalLine as WholeLine } from '#app/shell/footer.tsx'
import { DemoRibbon } from '#app/shell/demo-ribbon.tsx'
import styles from './member-layout.module.css'
import type { MemberHandle } from '#app/shell/page-handle.ts'
import { OfflineNotice } from '#app/shell/offline-notice.tsx'
import { createQueryClient } from '#app/session/query-client.ts'
import { webContext } from '#app/server/server-context.ts'
import { useRememberPurchaseOrigin } from '#app/shell/purchase-origin.ts'
import { apiOver } from '#app/api/api.ts'
import { promptly } from '#app/api/promptly.ts'
import { fetchCounts, SessionProvider } from '#app/session/session.tsx'
import { useSite } from '#app/brand/site.ts'
import { ReachableOutlet } from '#app/offline/reachable-outlet.tsx'
import { SideMenuButton } from '#app/side-menu/side-menu-button.tsx'
import { SignOutQuestion } from '#app/session/sign-out-question.tsx'
import { useServiceWorker } from '#app/offline/use-service-worker.ts'
import { SocketProvider } from '#app/session/socket.tsx'
import { TopBar } from '#app/shell/top-bar.tsx'

/** Loaded after the first rendering, which does not need it. */
const LiveRest = lazy(() => import('./live-rest.tsx'))
const SlowNotice = lazy(async () => ({ default: (await import('#app/shell/slow-notice.tsx')).SlowNotice }))

/** Rendered with the page by the server; a browser hydrates it by itself, once its file has loaded. */
const Footer = import.meta.env.SSR
  ? WholeFooter
  : lazy(async () => ({ default: (await import('#app/shell/footer.tsx')).Footer }))
const LegalLine = import.meta.env.SSR
  ? WholeLine
  : lazy(async () => ({ default: (await import('#app/shell/footer.tsx')).LegalLine }))

/** With more liked members than this, the counts would delay the document, so the browser fetches them. */
const mostLiked = 200

/**
 * Loads the counts of a member's navigation; if that fails, the browser fetches them. For visitors, `/find` is the
 * sign-up landing, and every other page redirects to the home page, which keeps the requested page in `next`.
 */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { session, api } = context.get(webContext)
  if (session) {
    // The browser fetches the counts itself.
    const counts = await fetchCounts(session, apiOver(promptly(api))).catch(() => null)
    return { counts: counts && counts.likedMemberIds.length <= mostLiked ? counts : null, renderedAt: Date.now() }
  }
  const { pathname, search } = new URL(request.url)
  if (/^\/find\/*$/i.test(pathname)) return null
  throw redirect(`/${visitQuery(search, { next: pathname + search })}`)
}

export const shouldRevalidate = () => false

const Shell = ({ handle }: { handle: MemberHandle }) => {
  const menu = handle.menu !== false && !handle.bare
  useRememberPurchaseOrigin()
  useServiceWorker()
  const [isLive, setLive] = useState(false)
  // In short tasks: any other update is rendered in one piece, with all that came with it.
  useEffect(() => startTransition(() => setLive(true)), [])
  return (
    <div className={classNames(styles.shell, menu && styles.withMenu)}>
      <DemoRibbon />
      {!handle.bare && <TopBar />}
      {!handle.bare && handle.appBar !== 'none' && <AppBar menu={<SideMenuButton />} title={handle.title} />}
      <OfflineNotice />
      {isLive && (
        <Suspense fallback={null}>
          <SlowNotice />
          {!handle.bare && <AddressNotice />}
        </Suspense>
      )}
      <ReachableOutlet />
      <div className={styles.footer}>
        <Suspense fallback={null}>{handle.bare || handle.footer === false ? <LegalLine /> : <Footer />}</Suspense>
      </div>
      {menu && <BottomMenu />}
      <Announcements />
      <LiveConversations />
      <SignOutQuestion />
      <LivePayments />
      {isLive && (
        <Suspense fallback={null}>
          <LiveRest />
        </Suspense>
      )}
    </div>
  )
}

export default function MemberLayout() {
  const { session } = useSite()
  const rendered = useLoaderData<typeof loader>()
  const [client] = useState(createQueryClient)
  const handle = useMatches().reduce<MemberHandle>(
    (found, match) => ({ ...found, ...(match.handle as MemberHandle | undefined) }),
    {},
  )
  // The landing renders its own shell.
  if (!session) return <Outlet />
  return (
    <QueryClientProvider client={client}>
      <SessionProvider session={session} counts={rendered?.counts ?? undefined} renderedAt={rendered?.renderedAt}>
        <SocketProvider>
          <ToastProvider>
            <Shell handle={handle} />
          </ToastProvider>
        </SocketProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
}
