/** The specification's constants of the deck (section 9). */
const swipeThreshold = 300
const rotationFactor = 5
export const bounceFactor = 0.2
/** The deck fetches more when fewer cards than this are left. */
export const fewestCards = 5
/** Maximum length of a member's text on a card, in characters. */
const bioLength = 300

export type Answer = 'like' | 'dislike'

export interface Release {
  /** Pixels from the start of the drag; right is positive. */
  readonly distance: number
  /** Pixels up or down from the start of the drag. */
  readonly rise: number
  /** Pixels per second at the end of the drag; right is positive. */
  readonly speed: number
  /** Pixels. */
  readonly width: number
}

/**
 * The answer of a released card: it is given if its speed reached the threshold or it moved more than half its
 * width, and null if it was thrown back towards its place. A swipe up or down gives none, however far it drifts.
 */
export const answerOf = ({ distance, rise, speed, width }: Release): Answer | null => {
  if (Math.abs(rise) > Math.abs(distance)) return null
  const thrown = Math.abs(speed) >= swipeThreshold
  if (thrown && Math.sign(speed) !== Math.sign(distance)) return null
  if (!thrown && Math.abs(distance) < width / 2) return null
  return distance > 0 ? 'like' : 'dislike'
}

/** The tilt of a dragged card in degrees: the factor at half its width, at most twice that. */
export const leanOf = (distance: number, width: number): number =>
  Math.max(-2, Math.min(2, distance / (width / 2 || 1))) * rotationFactor

export interface Sample {
  readonly x: number
  readonly at: number
}

/** Speed in px/s over the last tenth of a second; a finger that paused before the release is slow. */
export const speedOf = (samples: readonly Sample[], now: number): number => {
  const recent = samples.filter(({ at }) => now - at <= 100)
  const [first, last] = [recent[0], recent.at(-1)]
  return first && last && last.at > first.at ? ((last.x - first.x) / (last.at - first.at)) * 1000 : 0
}

/** A member's text, shortened for the card. */
export const bioOf = (about: string): string => {
  const letters = [...about]
  return letters.length <= bioLength
    ? about
    : `${letters
        .slice(0, bioLength - 1)
        .join('')
        .trimEnd()}…`
}
