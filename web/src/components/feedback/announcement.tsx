import { type ReactNode, useState } from 'react'
import text from '#styles/text.module.css'

/**
 * Says something to screen readers that is visible where it happens.
 * @returns the region to render, which has to be there before the first words, and `announce`
 */
export const useAnnouncement = (): { readonly region: ReactNode; readonly announce: (words: string) => void } => {
  const [{ words, id }, setAnnounced] = useState({ words: '', id: 0 })
  return {
    region: (
      <div className={text.hidden} role="status">
        {/* A new element each time, so that the same words are announced again. */}
        <p key={id}>{words}</p>
      </div>
    ),
    announce: (next) => setAnnounced((now) => ({ words: next, id: now.id + 1 })),
  }
}
