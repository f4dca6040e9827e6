import { useState } from 'react'

/** What a moderator chooses to be spared, kept in their browser. */
export interface Wellness {
  readonly blur: boolean
  readonly grey: boolean
  readonly mute: boolean
}

const key = 'console-wellness'
const stored = (): Wellness => ({ blur: false, grey: false, mute: true, ...(read() as Partial<Wellness>) })

function read(): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    // What another program left there is no choice.
    return {}
  }
}

export function useWellness() {
  const [wellness, setWellness] = useState(stored)
  const toggle = (one: keyof Wellness) => () => {
    const next = { ...wellness, [one]: !wellness[one] }
    localStorage.setItem(key, JSON.stringify(next))
    setWellness(next)
  }
  return { wellness, toggle }
}
