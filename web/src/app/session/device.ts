export { deviceOf } from '@incontro/contract/device'

/** An iPhone or an iPad, which says that it is a Mac with a touch screen. */
export const isAppleMobile = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
