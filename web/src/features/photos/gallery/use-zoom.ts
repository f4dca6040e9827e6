import { type RefObject, useEffect, useRef, useState } from 'react'
import { inFrame, type Point, settled, whole, type Zoom, zoomTo } from './zoom.ts'

/** The zoom of a double tap, and the factor of one press of a key. */
const tapZoom = 2.5
const keyFactor = 1.5
/** Pixels by which an arrow key moves an enlarged photo. */
const keyStep = 60
/** Two taps closer than this in time and place are a double tap. */
const tapMs = 300
const tapPx = 30

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: keyStep, y: 0 },
  ArrowRight: { x: -keyStep, y: 0 },
  ArrowUp: { x: 0, y: keyStep },
  ArrowDown: { x: 0, y: -keyStep },
}

interface Gesture {
  /** The middle between the fingers, and how far they are apart: 0 for a single one. */
  readonly at: Point
  readonly apart: number
}
const gestureOf = (fingers: readonly Pick<Touch, 'clientX' | 'clientY'>[]): Gesture | null => {
  const [one, two = one] = fingers
  if (!one || !two) return null
  return {
    at: { x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2 },
    apart: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
  }
}

/**
 * Enlarges the shown photo: two fingers, a double tap or click, the wheel with Ctrl (as trackpads send a pinch), keys. An
 * enlarged photo is moved with one finger, the mouse or the arrow keys.
 * @param strip the scrolling row, in which each photo has a frame of its own
 * @param shown the address of the shown photo
 * @param at its place in the row
 */
export const useZoom = (strip: RefObject<HTMLElement | null>, shown: string | undefined, at: number) => {
  const zoom = useRef<Zoom>(whole)
  const [isZoomed, setZoomed] = useState(false)
  const tools = useRef<{ readonly toggle: () => void; readonly press: (key: string) => boolean } | null>(null)

  useEffect(() => {
    const { current } = strip
    const photo = current?.children[at]?.firstElementChild
    if (!current || !(photo instanceof HTMLElement)) return
    const frame = () => ({ width: current.clientWidth, height: current.clientHeight })
    const inStrip = ({ x, y }: Point): Point => {
      const { left, top } = current.getBoundingClientRect()
      return { x: x - left, y: y - top }
    }
    const show = (next: Zoom, animated: boolean) => {
      zoom.current = next
      photo.dataset['zoom'] = animated ? 'animated' : 'followed'
      const { scale, x, y } = next
      photo.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`
      setZoomed(scale > 1)
    }
    const rest = () => show(settled(zoom.current), true)
    const toggle = (point: Point) =>
      show(zoom.current.scale > 1 ? whole : zoomTo(whole, tapZoom, point, point, frame()), true)
    const middle = (): Point => ({ x: frame().width / 2, y: frame().height / 2 })

    let gesture: Gesture | null = null
    const follow = (next: Gesture | null) => {
      if (!next || !gesture) return
      const scale = zoom.current.scale * (gesture.apart > 0 && next.apart > 0 ? next.apart / gesture.apart : 1)
      show(zoomTo(zoom.current, scale, inStrip(gesture.at), inStrip(next.at), frame()), false)
      gesture = next
    }

    let tap: { readonly at: number; readonly point: Point } | null = null
    let pressed: Point | null = null
    const touchStart = (event: TouchEvent) => {
      const { touches, timeStamp } = event
      gesture = touches.length === 2 || zoom.current.scale > 1 ? gestureOf([...touches].slice(0, 2)) : null
      pressed = touches.length === 1 ? (gestureOf([...touches])?.at ?? null) : null
      if (tap && (timeStamp - tap.at > tapMs || touches.length > 1)) tap = null
      if (!gesture) return
      // Neither the page nor the row of photos moves, and nothing is pulled down.
      event.stopPropagation()
      if (touches.length > 1) event.preventDefault()
    }
    const isNear = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y) < tapPx
    const touchMove = (event: TouchEvent) => {
      const next = gestureOf([...event.touches].slice(0, 2))
      if (pressed && next && !isNear(pressed, next.at)) {
        pressed = null
        tap = null
      }
      if (!gesture) return
      event.preventDefault()
      event.stopPropagation()
      follow(next)
    }
    const touchEnd = (event: TouchEvent) => {
      if (event.touches.length > 0) {
        // One of two fingers left: the other one goes on from where it is.
        gesture = zoom.current.scale > 1 ? gestureOf([...event.touches].slice(0, 2)) : null
        return
      }
      if (gesture) rest()
      gesture = null
      if (!pressed || event.type === 'touchcancel') return
      if (tap && isNear(tap.point, pressed)) {
        // Without its click there is no double click that would toggle again.
        event.preventDefault()
        toggle(inStrip(pressed))
        tap = null
      } else tap = { at: event.timeStamp, point: pressed }
      pressed = null
    }

    const doubleClick = (event: MouseEvent) => toggle(inStrip({ x: event.clientX, y: event.clientY }))
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const point = inStrip({ x: event.clientX, y: event.clientY })
      show(zoomTo(zoom.current, zoom.current.scale * Math.exp(-event.deltaY / 100), point, point, frame()), false)
    }
    const isMouse = (event: PointerEvent) => event.pointerType === 'mouse'
    const down = (event: PointerEvent) => {
      if (!isMouse(event) || event.button !== 0 || zoom.current.scale === 1) return
      gesture = gestureOf([event])
      current.setPointerCapture(event.pointerId)
    }
    const move = (event: PointerEvent) => {
      if (isMouse(event)) follow(gestureOf([event]))
    }
    const up = (event: PointerEvent) => {
      if (isMouse(event)) gesture = null
    }

    tools.current = {
      toggle: () => toggle(middle()),
      press: (key) => {
        const { scale, x, y } = zoom.current
        const arrow = arrows[key]
        if ('+=-'.includes(key)) {
          const wanted = key === '-' ? scale / keyFactor : scale * keyFactor
          show(settled(zoomTo(zoom.current, wanted, middle(), middle(), frame())), true)
        } else if (scale > 1 && arrow) show(inFrame({ scale, x: x + arrow.x, y: y + arrow.y }, frame()), true)
        else if (scale > 1 && key === 'Escape') show(whole, true)
        else return false
        return true
      },
    }
    const active = { passive: false } as const
    current.addEventListener('touchstart', touchStart, active)
    current.addEventListener('touchmove', touchMove, active)
    current.addEventListener('touchend', touchEnd, active)
    current.addEventListener('touchcancel', touchEnd)
    current.addEventListener('dblclick', doubleClick)
    current.addEventListener('wheel', wheel, active)
    current.addEventListener('pointerdown', down)
    current.addEventListener('pointermove', move)
    current.addEventListener('pointerup', up)
    current.addEventListener('pointercancel', up)
    return () => {
      show(whole, false)
      current.removeEventListener('touchstart', touchStart)
      current.removeEventListener('touchmove', touchMove)
      current.removeEventListener('touchend', touchEnd)
      current.removeEventListener('touchcancel', touchEnd)
      current.removeEventListener('dblclick', doubleClick)
      current.removeEventListener('wheel', wheel)
      current.removeEventListener('pointerdown', down)
      current.removeEventListener('pointermove', move)
      current.removeEventListener('pointerup', up)
      current.removeEventListener('pointercancel', up)
    }
  }, [strip, shown, at])

  return {
    isZoomed,
    /** Enlarges the middle of the photo, or shows the whole one again. */
    toggle: () => tools.current?.toggle(),
    /** Whether the key had a meaning. */
    press: (key: string) => tools.current?.press(key) ?? false,
  }
}
