import { useQueryClient } from '@tanstack/react-query'
import { forgetFleeting, forgetKept, hasFleeting, keptIn, type UnsavedPlace, useAllKept } from './unsaved.ts'
import { draftPlaces, forgetDrafts, useDraftPlaces } from './ticket-drafts.ts'

/** What is written in the console and not saved. */
export function useUnsaved() {
  const queries = useQueryClient()
  const [edits, drafts] = [useAllKept(), useDraftPlaces()]
  const places: readonly UnsavedPlace[] = [...edits, ...drafts]
  return {
    /** Where it is, of what is kept. */
    places,
    /** Whether there is any now, not when the page was drawn. */
    isAny: (): boolean => hasFleeting() || keptIn(queries).length > 0 || draftPlaces().length > 0,
    /** For who leaves all the same. */
    forget() {
      forgetFleeting()
      forgetKept(queries)
      forgetDrafts()
    },
  }
}
