import type { KeyboardEvent } from 'react'

/** While an input method composes a word, browsers send this code for its keys; Safari without `isComposing`. */
const composingCode = 229

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'> & {
  readonly nativeEvent: Pick<globalThis.KeyboardEvent, 'isComposing' | 'keyCode'>
}

/**
 * Whether a key sends the text of a field with several lines.
 * @param isTouch the keyboard is on the screen, where Enter makes a line: it has no Shift+Enter
 */
export const isSendKey = ({ key, shiftKey, ctrlKey, metaKey, nativeEvent }: Key, isTouch: boolean): boolean =>
  key === 'Enter' &&
  !shiftKey &&
  !nativeEvent.isComposing &&
  nativeEvent.keyCode !== composingCode &&
  (!isTouch || ctrlKey || metaKey)
