import { useEffect, useEffectEvent } from 'react'
import { isFarEnough, pullWay } from './pull-way.ts'

export type PullState = 'idle' | 'pulling' | 'armed'

/** Not in a text, a dialog or a list that is itself scrolled. */
const isAtTop = (target: EventTarget | null): boolean => {
  if (!(target instanceof Element) || scrollY > 0) return false
  if (target.closest('input, textarea, dialog, [role="dialog"], [role="alertdialog"]')) return false
  for (let element: Element | null = target; element; element = element.parentElement)
    if (element.scrollTop > 0) return false
  return true
}

/**
 * Reports a finger that pulls down the page from its top. The listeners are passive: they never hold up scrolling, and a
 * sideways or upward move is left alone.
 */
export const usePull = ({
  enabled,
  onMove,
  onState,
  onRelease,
}: {
  readonly enabled: boolean
  /** @param way pixels of the indicator's way */
  readonly onMove: (way: number) => void
  readonly onState: (state: PullState) => void
  /** The finger was released far enough from the top. */
  readonly onRelease: () => void
}): void => {
  const moved = useEffectEvent(onMove)
  const changed = useEffectEvent(onState)
  const released = useEffectEvent(onRelease)
  useEffect(() => {
    if (!enabled) return
    let from: { readonly x: number; readonly y: number } | null = null
    let state: PullState = 'idle'
    const become = (next: PullState) => {
      if (next === state) return
      state = next
      changed(next)
    }
    const start = ({ touches, target }: TouchEvent) => {
      const [touch] = touches
      from = touches.length === 1 && touch && isAtTop(target) ? { x: touch.clientX, y: touch.clientY } : null
      become('idle')
    }
    const move = ({ touches }: TouchEvent) => {
      const [touch] = touches
      if (!from || !touch) return
      const way = pullWay(state !== 'idle', { right: touch.clientX - from.x, down: touch.clientY - from.y })
      if (way === 'undecided') return
      if (way === 'elsewhere') {
        from = null
        return
      }
      moved(way)
      become(isFarEnough(way) ? 'armed' : 'pulling')
    }
    const end = () => {
      const isArmed = state === 'armed'
      from = null
      become('idle')
      if (isArmed) released()
    }
    const cancel = () => {
      from = null
      become('idle')
    }
    const passive = { passive: true } as const
    document.addEventListener('touchstart', start, passive)
    document.addEventListener('touchmove', move, passive)
    document.addEventListener('touchend', end, passive)
    document.addEventListener('touchcancel', cancel, passive)
    return () => {
      document.removeEventListener('touchstart', start)
      document.removeEventListener('touchmove', move)
      document.removeEventListener('touchend', end)
      document.removeEventListener('touchcancel', cancel)
    }
  }, [enabled])
}
