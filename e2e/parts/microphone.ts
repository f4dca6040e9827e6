import type { Page } from 'playwright-core'

/** The microphone of a page hears a tone that grows. */
export const hearsTone = (page: Page) =>
  page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext()
      const [tone, volume, out] = [
        context.createOscillator(),
        context.createGain(),
        context.createMediaStreamDestination(),
      ]
      volume.gain.setValueAtTime(0.05, context.currentTime)
      volume.gain.linearRampToValueAtTime(1, context.currentTime + 2)
      tone.connect(volume).connect(out)
      tone.start()
      return out.stream
    }
  })
