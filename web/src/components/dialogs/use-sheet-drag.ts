import { type RefObject, type TouchEvent, useRef } from 'react'
import { lessMotion } from '../feedback/motion.ts'

/** Below this width a dialog is a sheet at an edge of the screen, as in the style sheets. */
const sheets = '(max-width: 500px)'
const slack = 8
/** A sheet that was moved further than this, or thrown faster, closes. */
const farPx = 96
const fastPxPerMs = 0.6
const returnMs = 200
const leaveMs = 160

interface Drag {
  readonly x: number
  readonly y: number
  readonly at: number
  by: number
}

/** Where the sheet leaves the screen: a sheet at the bottom downwards, one at the left edge to the left. */
export type SheetEdge = 'bottom' | 'left'

const placeOf: Record<SheetEdge, (by: string) => string> = {
  bottom: (by) => `0 ${by}`,
  left: (by) => `-${by} 0`,
}

/**
 * A sheet follows a finger that pulls it off the screen, and closes when it is released far enough. Content that is
 * scrolled moves first; fields keep their own gestures.
 * @param sheet the element that moves
 */
export const useSheetDrag = (
  sheet: RefObject<HTMLElement | null>,
  onClose: (() => void) | undefined,
  edge: SheetEdge = 'bottom',
) => {
  const drag = useRef<Drag | null>(null)
  const moveTo = (by: number) => {
    sheet.current?.style.setProperty('translate', by === 0 ? '' : placeOf[edge](`${by}px`))
  }
  const slide = (from: number, to: string, duration: number) =>
    lessMotion()
      ? undefined
      : sheet.current?.animate([{ translate: placeOf[edge](`${from}px`) }, { translate: to }], {
          duration,
          easing: 'ease-out',
        })
  const goBack = (by: number) => {
    moveTo(0)
    slide(by, '0 0', returnMs)
  }
  const leave = (by: number) => {
    const way = slide(by, placeOf[edge]('100%'), leaveMs)
    if (!way) return onClose?.()
    way.onfinish = () => onClose?.()
    // Stays away until it is removed.
    way.effect?.updateTiming({ fill: 'forwards' })
  }
  return {
    onTouchStart: ({ touches, target, timeStamp }: TouchEvent) => {
      const touch = touches[0]
      drag.current = null
      if (!onClose || touches.length !== 1 || !touch || !(target instanceof Element) || !matchMedia(sheets).matches)
        return
      const apart = target.closest('input, textarea, select, dialog')
      if (apart && !apart.contains(sheet.current)) return
      if (edge === 'bottom') {
        for (let box: Element | null = target; box && box !== sheet.current; box = box.parentElement)
          if (box.scrollTop > 0) return
        if (sheet.current && sheet.current.scrollTop > 0) return
      }
      drag.current = { x: touch.clientX, y: touch.clientY, at: timeStamp, by: 0 }
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      const now = drag.current
      if (!now || !touch) return
      const down = touch.clientY - now.y
      const right = touch.clientX - now.x
      const [off, across] = edge === 'bottom' ? [down, Math.abs(right)] : [-right, Math.abs(down)]
      if (now.by === 0) {
        if (across < slack && Math.abs(off) < slack) return
        if (off <= across) {
          drag.current = null
          return
        }
      }
      now.by = Math.max(1, off - slack)
      moveTo(now.by)
    },
    onTouchEnd: ({ timeStamp }: TouchEvent) => {
      const done = drag.current
      drag.current = null
      if (!done || done.by === 0) return
      const isThrown = done.by > 2 * slack && done.by / Math.max(1, timeStamp - done.at) > fastPxPerMs
      if (done.by > farPx || isThrown) leave(done.by)
      else goBack(done.by)
    },
    onTouchCancel: () => {
      const done = drag.current
      drag.current = null
      if (done && done.by > 0) goBack(done.by)
    },
  }
}
