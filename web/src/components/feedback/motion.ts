/** Whether to avoid motion: the user prefers less, or the server renders, which does not know the preference. */
export const lessMotion = () =>
  typeof matchMedia === 'undefined' || matchMedia('(prefers-reduced-motion: reduce)').matches

/** Vibration patterns: milliseconds of vibration and pause in turn. */
const shakes = { like: [12], match: [18, 70, 36], pull: [8] } as const

/** Vibrates briefly, if the device can and the user has interacted with the page. Not with reduced motion. */
export const shake = (moment: keyof typeof shakes): void => {
  if (lessMotion() || !navigator.userActivation?.hasBeenActive) return
  navigator.vibrate?.([...shakes[moment]])
}
