import { thumbHashToDataURL } from 'thumbhash'

/** A picture of about 32 pixels from a photo's thumbhash in base64, as a data URL. */
export const thumbhashUrl = (thumbhash: string): string =>
  thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)))
