/** The spec's constants of the deck (section 9). */
const swipeThreshold = 300
const rotationFactor = 5
export const bounceFactor = 0.2
/** How many cards may be left before more are asked for. */
export const fewestCards = 5
/** Longest text about somebody on a card, in characters. */
const bioLength = 300

export type Answer = 'like' | 'dislike'

export interface Release {
  /** Pixels from where the drag began, right is positive. */
  readonly distance: number
  /** Pixels per second at the end of the drag, right is positive. */
  readonly speed: number
  /** Pixels. */
  readonly width: number
}

/**
 * What letting go of a card means: an answer when it was thrown at the threshold's speed, or carried over half of its width;
 * nothing when it was thrown back towards its place.
 */
export const answerOf = ({ distance, speed, width }: Release): Answer | null => {
  const thrown = Math.abs(speed) >= swipeThreshold
  if (thrown && Math.sign(speed) !== Math.sign(distance)) return null
  if (!thrown && Math.abs(distance) < width / 2) return null
  return distance > 0 ? 'like' : 'dislike'
}

/** Degrees a card leans while it is dragged: the factor at half of its width, at most twice as much. */
export const leanOf = (distance: number, width: number): number =>
  Math.max(-2, Math.min(2, distance / (width / 2 || 1))) * rotationFactor

export interface Sample {
  readonly x: number
  readonly at: number
}

/** Speed in px/s over the last tenth of a second; a finger that rested before letting go did not throw. */
export const speedOf = (samples: readonly Sample[], now: number): number => {
  const recent = samples.filter(({ at }) => now - at <= 100)
  const [first, last] = [recent[0], recent.at(-1)]
  return first && last && last.at > first.at ? ((last.x - first.x) / (last.at - first.at)) * 1000 : 0
}

/** The text about somebody, cut for the card. */
export const bioOf = (about: string): string => {
  const letters = [...about]
  return letters.length <= bioLength
    ? about
    : `${letters
        .slice(0, bioLength - 1)
        .join('')
        .trimEnd()}…`
}
