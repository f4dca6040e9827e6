import { expect, test } from 'vitest'
import { inFrame, mostZoom, settled, whole, type Zoom, zoomTo } from './zoom.ts'

const frame = { width: 400, height: 500 }
/** Which point of the photo, in its own size, is at a point of the frame. */
const under = ({ scale, x, y }: Zoom, at: { x: number; y: number }) => [(at.x - x) / scale, (at.y - y) / scale]

test('what is between the fingers stays there while the photo grows, and follows them', () => {
  const [from, to] = [
    { x: 100, y: 300 },
    { x: 130, y: 280 },
  ]
  const grown = zoomTo(whole, 2, from, from, frame)
  expect(grown).toEqual({ scale: 2, x: -100, y: -300 })
  expect(under(grown, from)).toEqual([100, 300])
  expect(under(zoomTo(grown, 3, from, to, frame), to)).toEqual([100, 300])
})

test('a photo covers its frame and is never smaller than it or larger than the limit', () => {
  expect(inFrame({ scale: 2, x: 1, y: -501 }, frame)).toEqual({ scale: 2, x: 0, y: -500 })
  expect(inFrame({ scale: 2, x: -401, y: 0 }, frame)).toEqual({ scale: 2, x: -400, y: 0 })
  expect(zoomTo({ scale: 2, x: -100, y: -300 }, 0.5, { x: 0, y: 0 }, { x: 0, y: 0 }, frame)).toEqual(whole)
  expect(zoomTo(whole, 9, { x: 0, y: 0 }, { x: 0, y: 0 }, frame).scale).toBe(mostZoom)
})

test('a zoom that can hardly be seen ends with the gesture', () => {
  expect(settled({ scale: 1.04, x: -3, y: -2 })).toBe(whole)
  const kept = { scale: 1.05, x: -3, y: -2 }
  expect(settled(kept)).toBe(kept)
})
