import { type PointerEvent, type RefObject, useRef } from 'react'
import { lessMotion } from '#components/feedback/motion.ts'
import { type Answer, answerOf, bounceFactor, leanOf, type Sample, speedOf } from './swipe.ts'

/** A shorter move, in pixels, is a click. */
const slack = 6

interface Drag {
  readonly id: number
  readonly from: number
  readonly fromY: number
  readonly width: number
  samples: Sample[]
  moving: boolean
}

/** How clearly a card shows each answer, from 0 to 1. Set on the stamps, since the card would restyle all it contains. */
export const showStamps = (card: HTMLElement, shown: Readonly<Record<Answer, number>>) => {
  for (const stamp of card.querySelectorAll<HTMLElement>('[data-stamp]'))
    stamp.style.opacity = String(shown[stamp.dataset['stamp'] as Answer])
}

const upTo1 = (share: number) => Math.max(0, Math.min(1, share))

/** Moves the card; the stamps show how close the drag is to an answer. */
const show = (card: HTMLElement, distance: number, width: number) => {
  const share = distance / (width / 4)
  showStamps(card, { like: upTo1(share), dislike: upTo1(-share) })
  card.style.transform =
    distance === 0 || lessMotion() ? '' : `translateX(${distance}px) rotate(${leanOf(distance, width)}deg)`
}

/**
 * Drags a card sideways with touch, pen or mouse; only `transform` changes. A finger's vertical drags scroll the page
 * (`touch-action: pan-y`); the browser then cancels the pointer.
 */
export const useDrag = (card: RefObject<HTMLElement | null>, onAnswer: (answer: Answer) => void) => {
  const drag = useRef<Drag | null>(null)

  const stop = (): Drag | null => {
    const done = drag.current
    drag.current = null
    return done
  }
  const back = (element: HTMLElement, distance: number, width: number) => {
    show(element, 0, width)
    if (distance === 0 || lessMotion()) return
    element.animate(
      [
        { transform: `translateX(${distance}px) rotate(${leanOf(distance, width)}deg)`, easing: 'ease-out' },
        { transform: `translateX(${-distance * bounceFactor}px)`, offset: 0.6, easing: 'ease-in-out' },
        { transform: 'none' },
      ],
      { duration: 360 },
    )
  }
  const distanceOf = ({ from, samples }: Drag) => (samples.at(-1)?.x ?? from) - from

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !event.isPrimary || (event.target as Element).closest('a, button')) return
      drag.current = {
        id: event.pointerId,
        from: event.clientX,
        fromY: event.clientY,
        width: event.currentTarget.offsetWidth,
        samples: [{ x: event.clientX, at: event.timeStamp }],
        moving: false,
      }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (now?.id !== event.pointerId) return
      now.samples = [...now.samples.slice(-12), { x: event.clientX, at: event.timeStamp }]
      if (!now.moving && Math.abs(event.clientX - now.from) < slack) return
      if (!now.moving) event.currentTarget.setPointerCapture(event.pointerId)
      now.moving = true
      show(event.currentTarget, distanceOf(now), now.width)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const done = stop()
      if (!done?.moving || !card.current) return
      const distance = event.clientX - done.from
      const answer = answerOf({
        distance,
        rise: event.clientY - done.fromY,
        speed: speedOf(done.samples, event.timeStamp),
        width: done.width,
      })
      if (answer) onAnswer(answer)
      else back(card.current, distance, done.width)
    },
    onPointerCancel: () => {
      const done = stop()
      if (done?.moving && card.current) back(card.current, distanceOf(done), done.width)
    },
  }
}
