import { useContext } from 'react'
import { ServerOnly } from '#app/server/server-only.ts'
import { useHydrating } from '#components/layout/use-hydrating.ts'
import { unreadMargin } from './use-log-scroll.ts'

const scroll = `(log => {
  const unread = log?.querySelector('[data-unread]')
  if (unread) log.scrollTop += unread.getBoundingClientRect().top - log.getBoundingClientRect().top - ${unreadMargin}
  else if (log) log.scrollTop = log.scrollHeight
})(document.currentScript.parentElement.querySelector('[role=log]'))`

/**
 * Scrolls the messages in the document to where a conversation opens before they are painted, as `useLogScroll` does once
 * the page's script runs. Stands behind everything that takes room from the log.
 */
export const OpenScrolled = () => {
  const nonce = useContext(ServerOnly)?.nonce
  if (!useHydrating()) return null
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- a constant of ours
      dangerouslySetInnerHTML={{ __html: scroll }}
    />
  )
}
