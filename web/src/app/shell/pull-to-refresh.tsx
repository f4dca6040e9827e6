import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { shake } from '#components/feedback/motion.ts'
import { useToast } from '#components/feedback/toast.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import { refreshPage } from './page-refresh.ts'
import styles from './pull-to-refresh.module.css'
import { type PullState, usePull } from './use-pull.ts'

const pages = /^\/(?:find|match|chats|notifications)\/?$/

/** Shorter than this, the turning arrow would only flicker. */
const fewestMs = 400

/** On touch screens: pulling a list down from its top loads it again. Screen readers and keyboards have a button. */
export const PullToRefresh = () => {
  const client = useQueryClient()
  const toast = useToast()
  const { pathname } = useLocation()
  const disc = useRef<HTMLSpanElement>(null)
  const [pull, setPull] = useState<PullState>('idle')
  const [work, setWork] = useState<'none' | 'busy' | 'done'>('none')
  const [isTouch] = useState(() => matchMedia('(any-pointer: coarse)').matches)
  useEffect(() => setWork('none'), [pathname])
  const isHere = isTouch && pages.test(pathname)

  const refresh = async () => {
    setWork('busy')
    const wait = new Promise((resolve) => setTimeout(resolve, fewestMs))
    try {
      await Promise.all([client.refetchQueries({ type: 'active' }, { throwOnError: true }), refreshPage(), wait])
      setWork('done')
    } catch {
      // The page keeps what it showed before.
      setWork('none')
      toast({ text: <Trans>That didn’t work. Try again in a moment.</Trans> })
    }
  }
  usePull({
    enabled: isHere && work !== 'busy',
    onMove: (way) => {
      disc.current?.style.setProperty('--pull', `${way}px`)
      disc.current?.style.setProperty('--turn', `${way * 3}deg`)
    },
    onState: (state) => {
      setPull(state)
      if (state === 'armed') shake('pull')
    },
    onRelease: () => void refresh(),
  })
  if (!isHere) return null
  return (
    <div className={styles.pull}>
      <button type="button" className={styles.button} onClick={() => void refresh()}>
        <Trans>Refresh the list</Trans>
      </button>
      <span ref={disc} className={styles.disc} data-state={work === 'busy' ? 'busy' : pull} aria-hidden>
        <Icon of={RefreshCw} size={20} />
      </span>
      <p className={text.hidden} role="status">
        {work === 'busy' && <Trans>Refreshing…</Trans>}
        {work === 'done' && <Trans>List refreshed.</Trans>}
      </p>
    </div>
  )
}
