import type { Pixels } from '../variants.ts'

/** Why a picture that can be decoded is not a photo of a person. */
export type NotAPhoto = 'blank' | 'too_small' | 'too_narrow'

/** Longer than a phone's panorama. */
const mostRatio = 6
/** Colours this near are one, for an eye, after a lossy compression and with the noise of a sensor. */
const shades = 12
/** A picture of which so much is one colour shows no person: an empty page with a frame, a lens that was covered. */
const mostOfOneColour = 0.95

/**
 * @param width,height of the file, upright
 * @param least side in pixels; drawings have none, since they are rendered in any size
 */
export function sizeFault(width: number, height: number, least: number): NotAPhoto | undefined {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  if (longer > mostRatio * shorter) return 'too_narrow'
  return shorter < least ? 'too_small' : undefined
}

/** Pixels that are looked at: some thousands, as they are, since noise would be evened out by reducing a picture. */
const looked = 10_007

/** Whether a picture shows one colour only. */
export function isBlank({ data, info: { channels } }: Pixels): boolean {
  const step = Math.max(1, Math.floor(data.length / channels / looked)) * channels
  const samples = [0, 1, 2].map((channel) =>
    Uint8Array.from({ length: Math.floor(data.length / step) }, (_, n) => data[n * step + channel] ?? 0),
  )
  const medians = samples.map((values) => values.toSorted()[values.length >> 1] ?? 0)
  const count = samples[0]?.length ?? 0
  let near = 0
  for (let n = 0; n < count; n += 1)
    if (samples.every((values, channel) => Math.abs((values[n] ?? 0) - (medians[channel] ?? 0)) <= shades)) near += 1
  return near >= count * mostOfOneColour
}
