import { useCallback, useEffect, useState } from 'react'

const storageKey = 'matchKeys'

/** Whether the deck handles keys: the member's choice in this browser. Without storage it lasts as long as the page. */
export const useKeyChoice = (): [boolean, (on: boolean) => void] => {
  const [on, setOn] = useState(true)
  useEffect(() => {
    try {
      setOn(localStorage.getItem(storageKey) !== 'off')
    } catch {
      // A browser without storage has no stored choice.
    }
  }, [])
  const choose = useCallback((next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }, [])
  return [on, choose]
}
