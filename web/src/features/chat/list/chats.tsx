import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Title } from '#app/seo/title.tsx'
import type { MemberHandle } from '#app/shell/page-handle.ts'
import { classNames } from '#styles/class-names.ts'
import { ChatList as WholeList } from './chat-list.tsx'
import styles from './chats.module.css'
import { loadedList } from './loaded-list.ts'

/**
 * Rendered with the page by the server; a browser hydrates it by itself, as phones do not show it beside a conversation.
 * The page without a conversation loads its file at once (`no-chat.tsx`).
 */
const LaterList = lazy(async () => ({ default: (await import('./chat-list.tsx')).ChatList }))

export const handle: MemberHandle = { footer: false, title: msg`Messages` }

/** The list beside the conversation; phones show one of them. */
export default function Chats() {
  const { t } = useLingui()
  // Not exchanged later, because the list would lose its place and its search.
  const [ChatList] = useState(() => (import.meta.env.SSR ? WholeList : (loadedList.current ?? LaterList)))
  // Of a member, a system conversation or the concierge, which has a page of its own.
  const id = useLocation().pathname.split('/')[2]
  return (
    <main id="main" className={classNames(styles.chats, id && styles.open)}>
      {!id && <Title>{t`Messages`}</Title>}
      <Suspense fallback={<section className={styles.list} />}>
        <ChatList current={id} />
      </Suspense>
      <Outlet />
    </main>
  )
}
