import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type LoaderFunctionArgs, Outlet, useLoaderData, useLocation } from 'react-router'
import { webContext } from '#app/server/server-context.ts'
import { promptly } from '#app/api/promptly.ts'
import { useSession } from '#app/session/session.tsx'
import { Title } from '#app/seo/title.tsx'
import type { MemberHandle } from '#app/shell/page-handle.ts'
import { classNames } from '#styles/class-names.ts'
import { conversationsQuery, renderedConversations } from '../messages/chat-queries.ts'
import { ChatList as WholeList } from './chat-list.tsx'
import styles from './chats.module.css'
import { loadedList } from './loaded-list.ts'

/**
 * Rendered with the page by the server; a browser hydrates it by itself, as phones do not show it beside a conversation.
 * The page without a conversation loads its file at once (`no-chat.tsx`).
 */
const LaterList = lazy(async () => ({ default: (await import('./chat-list.tsx')).ChatList }))

export const handle: MemberHandle = { footer: false, title: msg`Messages` }

/** The conversations stand in the document: a phone's script comes seconds later. */
export const loader = ({ context }: LoaderFunctionArgs) => {
  const { session, api } = context.get(webContext)
  return session ? renderedConversations(session.clickid, promptly(api)) : null
}

/** On navigation within the site the browser calls the API directly instead of the page's loader. */
export const clientLoader = () => null

/** The list beside the conversation; phones show one of them. */
export default function Chats() {
  const { t } = useLingui()
  const { session } = useSession()
  const rendered = useLoaderData<typeof loader>() ?? undefined
  useInfiniteQuery({
    ...conversationsQuery(session.clickid),
    ...(rendered && { initialData: { pages: [rendered], pageParams: [undefined] } }),
    // What came since the document was rendered reached no socket of this page.
    initialDataUpdatedAt: 0,
    // For the parts of the page, which ask for themselves.
    notifyOnChangeProps: [],
  })
  // Not exchanged later, because the list would lose its place and its search.
  const [ChatList] = useState(() => (import.meta.env.SSR ? WholeList : (loadedList.current ?? LaterList)))
  // Of a member, a system conversation or the concierge, which has a page of its own.
  const id = useLocation().pathname.split('/')[2]
  return (
    <main id="main" className={classNames(styles.chats, id && styles.open)}>
      {!id && <Title>{t`Messages`}</Title>}
      <Suspense fallback={<section className={styles.list} />}>
        <ChatList current={id} rendered={rendered} />
      </Suspense>
      <Outlet />
    </main>
  )
}
