import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, Outlet, redirect, useMatches } from 'react-router'
import { classNames } from '../styles/class-names.ts'
import { ToastProvider } from '../components/feedback/toast.tsx'
import { LiveActivity } from '../features/activity/index.ts'
import { LiveConversations } from '../features/chat/index.ts'
import { LivePhotos } from '../features/photos/index.ts'
import { visitQuery } from '../app/visit/address.ts'
import { Announcements } from './announcements.tsx'
import { AppBar } from '../app/shell/app-bar.tsx'
import { BottomMenu } from '../app/shell/bottom-menu.tsx'
import { Footer } from '../app/shell/footer.tsx'
import { DemoRibbon } from '../app/shell/demo-ribbon.tsx'
import styles from './member-layout.module.css'
import type { MemberHandle } from '../app/shell/page-handle.ts'
import { OfflineNotice } from '../app/shell/offline-notice.tsx'
import { createQueryClient } from '../app/session/query-client.ts'
import { webContext } from '../app/server/server-context.ts'
import { useRememberPurchaseOrigin } from '../app/shell/purchase-origin.ts'
import { SessionProvider } from '../app/session/session.tsx'
import { useSite } from '../app/brand/site.ts'
import { ReachableOutlet } from '../app/offline/reachable-outlet.tsx'
import { SignOutQuestion } from '../app/session/sign-out-question.tsx'
import { useServiceWorker } from '../app/offline/use-service-worker.ts'
import { SocketProvider } from '../app/session/socket.tsx'
import { TopBar } from '../app/shell/top-bar.tsx'

/** Nobody signed in: the search is the sign-up landing then, every other page leads home, which knows where somebody was going. */
export const loader = ({ request, context }: LoaderFunctionArgs) => {
  if (context.get(webContext).session) return null
  const { pathname, search } = new URL(request.url)
  if (/^\/find\/*$/i.test(pathname)) return null
  throw redirect(`/${visitQuery(search, { next: pathname + search })}`)
}

export const shouldRevalidate = () => false

const Shell = ({ handle }: { handle: MemberHandle }) => {
  const menu = handle.menu !== false && !handle.bare
  useRememberPurchaseOrigin()
  useServiceWorker()
  return (
    <div className={classNames(styles.shell, menu && styles.withMenu)}>
      <DemoRibbon />
      {!handle.bare && <TopBar />}
      {!handle.bare && handle.appBar !== 'none' && <AppBar />}
      <OfflineNotice />
      <ReachableOutlet />
      {menu && handle.footer !== false && (
        <div className={styles.footer}>
          <Footer />
        </div>
      )}
      {menu && <BottomMenu />}
      <Announcements />
      <LiveConversations />
      <LiveActivity />
      <SignOutQuestion />
      <LivePhotos />
    </div>
  )
}

export default function MemberLayout() {
  const { session } = useSite()
  const [client] = useState(createQueryClient)
  const handle = useMatches().reduce<MemberHandle>(
    (found, match) => ({ ...found, ...(match.handle as MemberHandle | undefined) }),
    {},
  )
  // The landing brings its own shell.
  if (!session) return <Outlet />
  return (
    <QueryClientProvider client={client}>
      <SessionProvider session={session}>
        <SocketProvider>
          <ToastProvider>
            <Shell handle={handle} />
          </ToastProvider>
        </SocketProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
}
