import { type RefObject, type TouchEvent, useRef } from 'react'

/** Below this width a dialog is a sheet at the bottom of the screen, as in the style sheet. */
const sheets = '(max-width: 500px)'
const slack = 8
/** A sheet that was moved further than this, or thrown faster, closes. */
const farPx = 96
const fastPxPerMs = 0.6

interface Drag {
  readonly x: number
  readonly y: number
  readonly at: number
  by: number
}

/**
 * A sheet follows a finger that pulls it down, and closes when it is released far enough. Content that is scrolled moves
 * first; fields keep their own gestures.
 */
export const useSheetDrag = (panel: RefObject<HTMLElement | null>, onClose: (() => void) | undefined) => {
  const drag = useRef<Drag | null>(null)
  const moveTo = (by: number) => {
    const { style } = panel.current ?? {}
    if (by === 0) style?.removeProperty('--drag')
    else style?.setProperty('--drag', `${by}px`)
  }
  return {
    onTouchStart: ({ touches, target, timeStamp }: TouchEvent) => {
      const touch = touches[0]
      drag.current = null
      if (!onClose || touches.length !== 1 || !touch || !(target instanceof Element) || !matchMedia(sheets).matches)
        return
      if (target.closest('input, textarea, select, dialog')) return
      for (let element: Element | null = target; element && element !== panel.current; element = element.parentElement)
        if (element.scrollTop > 0) return
      if (panel.current && panel.current.scrollTop > 0) return
      drag.current = { x: touch.clientX, y: touch.clientY, at: timeStamp, by: 0 }
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      const now = drag.current
      if (!now || !touch) return
      const down = touch.clientY - now.y
      if (now.by === 0) {
        const across = Math.abs(touch.clientX - now.x)
        if (across < slack && Math.abs(down) < slack) return
        if (down <= across) {
          drag.current = null
          return
        }
      }
      now.by = Math.max(1, down - slack)
      moveTo(now.by)
    },
    onTouchEnd: ({ timeStamp }: TouchEvent) => {
      const done = drag.current
      drag.current = null
      if (!done || done.by === 0) return
      const isThrown = done.by > 2 * slack && done.by / Math.max(1, timeStamp - done.at) > fastPxPerMs
      if (done.by > farPx || isThrown) onClose?.()
      else moveTo(0)
    },
    onTouchCancel: () => {
      drag.current = null
      moveTo(0)
    },
  }
}
