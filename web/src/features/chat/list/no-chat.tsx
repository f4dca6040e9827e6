import { Trans } from '@lingui/react/macro'
import { MessageCircle } from 'lucide-react'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import type { MemberHandle } from '#app/shell/page-handle.ts'
import { ChatList } from './chat-list.tsx'
import styles from './chats.module.css'
import { loadedList } from './loaded-list.ts'

loadedList.current = ChatList

export const handle: MemberHandle = { parts: [ChatList] }

/** Fills the conversation's place while none is open; not on phones. */
export default function NoChat() {
  return (
    <div className={styles.nothing}>
      <EmptyState
        icon={MessageCircle}
        title={<Trans>Choose a conversation</Trans>}
        text={<Trans>Your conversations are in the list, the newest on top.</Trans>}
      />
    </div>
  )
}
