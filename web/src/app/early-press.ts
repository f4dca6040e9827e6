import { useEffect } from 'react'

declare global {
  interface Window {
    /** What was pressed last before the page worked, and how to stop noting it. */
    earlyPress?: { button?: HTMLElement | null; press?: Event; stop(): void }
  }
}

/**
 * Runs in the head of a page that the server rendered: a button can be pressed before the script that makes it work is there. Buttons of
 * forms are left out, since forms work without script.
 */
export const noteEarlyPresses = `(() => {
  const early = (window.earlyPress = { stop: () => removeEventListener('click', note, true) })
  const note = (event) => {
    early.press = event
    early.button = event.target.closest?.('button[type=button]')
  }
  addEventListener('click', note, true)
})()`

/** Does what was pressed too early, once the page has come to life. */
export const useEarlyPress = (): void =>
  useEffect(() => {
    const { earlyPress } = window
    if (!earlyPress) return
    delete window.earlyPress
    earlyPress.stop()
    // A press that brought the page to life is on its way to its button still.
    if (earlyPress.button?.isConnected && earlyPress.press !== window.event) earlyPress.button.click()
  }, [])
