const storageKey = 'suono'

/** Whether this browser plays a sound when something arrives. Off until the member turns it on. */
export const hasSound = (): boolean => {
  try {
    return localStorage.getItem(storageKey) === 'on'
  } catch {
    // Storage is disabled in this browser.
    return false
  }
}

/** @returns whether the choice could be stored */
export const setSound = (isOn: boolean): boolean => {
  try {
    if (isOn) localStorage.setItem(storageKey, 'on')
    else localStorage.removeItem(storageKey)
    return true
  } catch {
    // The caller leaves the switch as it is.
    return false
  }
}

let context: AudioContext | undefined

/** Two short, quiet tones. Made here, so that no file is loaded. */
export const playSound = (): void => {
  context ??= new AudioContext()
  void context.resume()
  const start = context.currentTime
  for (const [delay, frequency] of [
    [0, 660],
    [0.12, 880],
  ] as const) {
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0, start + delay)
    volume.gain.linearRampToValueAtTime(0.12, start + delay + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, start + delay + 0.25)
    tone.connect(volume).connect(context.destination)
    tone.start(start + delay)
    tone.stop(start + delay + 0.26)
  }
}
