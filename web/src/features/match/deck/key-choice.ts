import { useEffect, useState } from 'react'

const storageKey = 'matchKeys'

/** Whether the deck listens to keys: the member's choice in this browser; without storage it lasts as long as the page. */
export const useKeyChoice = (): [boolean, (on: boolean) => void] => {
  const [on, setOn] = useState(true)
  useEffect(() => {
    try {
      setOn(localStorage.getItem(storageKey) !== 'off')
    } catch {
      // Nothing was kept.
    }
  }, [])
  const choose = (next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    } catch {
      // It holds for this page.
    }
  }
  return [on, choose]
}
