import { useEffect } from 'react'

/** What is being stored, or soon will be: a page with any of it does not reload by itself. */
export const unsaved = new Set<object>()

/** While the page has what would be lost with it: it does not reload by itself, and the browser asks before it is left. */
export const useUnsaved = (isUnsaved: boolean): void => {
  useEffect(() => {
    if (!isUnsaved) return
    const mark = {}
    unsaved.add(mark)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => {
      unsaved.delete(mark)
      removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved])
}
