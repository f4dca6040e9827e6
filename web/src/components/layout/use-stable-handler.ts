import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * A handler that stays the same from one rendering to the next and calls the newest one: a memoised component that
 * receives it is not rendered again.
 */
export const useStableHandler = <Values extends readonly unknown[]>(handler: (...values: Values) => void) => {
  const newest = useRef(handler)
  // Before any effect or event that could call it.
  useInsertionEffect(() => {
    newest.current = handler
  })
  return useCallback((...values: Values) => newest.current(...values), [])
}
