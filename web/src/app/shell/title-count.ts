import { useEffect } from 'react'
import { useCounts } from '../session/session.tsx'

const most = 99
const prefix = /^\(\d+\+?\) /

/** Puts the number of unread items before the title of every member page, so that a background tab shows it. */
export const TitleCount = () => {
  const counts = useCounts()
  const unread = counts ? counts.unreadMessages + counts.unreadLikes + counts.unreadVisits : 0
  useEffect(() => {
    const write = () => {
      const title = document.title.replace(prefix, '')
      const wanted = unread > 0 ? `(${unread > most ? `${most}+` : unread}) ${title}` : title
      if (document.title !== wanted) document.title = wanted
    }
    write()
    // Navigation replaces the title.
    const watcher = new MutationObserver(write)
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      watcher.disconnect()
      document.title = document.title.replace(prefix, '')
    }
  }, [unread])
  return null
}
