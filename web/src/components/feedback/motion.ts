/** The reader asked for less motion, or there is no one to ask: pages are rendered without knowing. */
export const lessMotion = () =>
  typeof matchMedia === 'undefined' || matchMedia('(prefers-reduced-motion: reduce)').matches

/** How long a phone shakes, in milliseconds, by turns with the pauses between. */
const shakes = { like: [12], match: [18, 70, 36] } as const

/** A short shake where the device has it, after a press of its reader. None with less motion. */
export const shake = (moment: keyof typeof shakes): void => {
  if (lessMotion() || !navigator.userActivation?.hasBeenActive) return
  navigator.vibrate?.([...shakes[moment]])
}
