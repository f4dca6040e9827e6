/** How a photo is shown: its size relative to its frame, and where its top left corner is, in pixels of the frame. */
export interface Zoom {
  readonly scale: number
  readonly x: number
  readonly y: number
}
export interface Point {
  readonly x: number
  readonly y: number
}
export interface Frame {
  readonly width: number
  readonly height: number
}

export const whole: Zoom = { scale: 1, x: 0, y: 0 }
/** Photos have 1000 pixels: beyond this they only become blurred. */
export const mostZoom = 4
/** A smaller zoom, when the fingers leave, is none. */
const leastZoom = 1.05

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** Moved so that the photo covers its frame. */
export const inFrame = ({ scale, x, y }: Zoom, { width, height }: Frame): Zoom => ({
  scale,
  x: between(width - width * scale, x, 0),
  y: between(height - height * scale, y, 0),
})

/** What was at `from` comes to `to`, in another size. */
export const zoomTo = (now: Zoom, wanted: number, from: Point, to: Point, frame: Frame): Zoom => {
  const scale = between(1, wanted, mostZoom)
  const grown = scale / now.scale
  return inFrame({ scale, x: to.x - (from.x - now.x) * grown, y: to.y - (from.y - now.y) * grown }, frame)
}

export const settled = (now: Zoom): Zoom => (now.scale < leastZoom ? whole : now)
