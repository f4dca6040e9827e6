import { useEffect } from 'react'

declare global {
  interface Window {
    /** The last button pressed before the page's script ran, and a function that stops recording. */
    earlyPress?: { button?: HTMLElement | null; press?: Event; stop(): void }
  }
}

/**
 * Runs in the head of a page that the server rendered, and records buttons that are pressed before their script is
 * loaded. Buttons that submit a form are left out, since forms work without script.
 */
export const noteEarlyPresses = `(() => {
  const early = (window.earlyPress = { stop: () => removeEventListener('click', note, true) })
  const note = (event) => {
    early.press = event
    early.button = event.target.closest?.('button[type=button]')
  }
  addEventListener('click', note, true)
})()`

/** Repeats an early press once the page is interactive. */
export const useEarlyPress = (): void =>
  useEffect(() => {
    const { earlyPress } = window
    if (!earlyPress) return
    delete window.earlyPress
    earlyPress.stop()
    // The press that started the script still reaches its button by itself.
    if (earlyPress.button?.isConnected && earlyPress.press !== window.event) earlyPress.button.click()
  }, [])
