import { notifyManager, type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** Where something is that was written and not saved. */
export interface UnsavedPlace {
  readonly name: string
  readonly address: string
}

interface Kept<T> extends UnsavedPlace {
  readonly written: T
}

const scope = 'unsaved'
export const keptIn = (queries: QueryClient): readonly UnsavedPlace[] =>
  queries
    .getQueriesData<Kept<unknown> | null>({ queryKey: [scope] })
    .flatMap(([, kept]) => (kept ? [{ name: kept.name, address: kept.address }] : []))

/** @param place all of it by default */
export const forgetKept = (queries: QueryClient, place: readonly string[] = []): void =>
  queries.removeQueries({ queryKey: [scope, ...place] })

/**
 * What is written and not saved, kept while the console is open: another page may be looked at meanwhile.
 *
 * @param place by what it is known in the console
 * @param name what a person calls it
 */
export function useKept<T>(place: readonly string[], name: string) {
  const queries = useQueryClient()
  const { pathname: address } = useLocation()
  const queryKey = [scope, ...place]
  const { data } = useQuery<Kept<T> | null>({ queryKey, queryFn: skipToken, gcTime: Infinity })
  return {
    kept: data?.written ?? null,
    /** What is kept now, not when the page was drawn. */
    read: (): T | null => queries.getQueryData<Kept<T> | null>(queryKey)?.written ?? null,
    keep: (written: T | null) => queries.setQueryData<Kept<T> | null>(queryKey, written && { written, name, address }),
  }
}

/** What is kept unsaved anywhere in the console. */
export function useAllKept(): readonly UnsavedPlace[] {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    [queries],
  )
  // A text, which is the same as long as nothing changes.
  const all = useSyncExternalStore(subscribe, () => JSON.stringify(keptIn(queries)))
  return useMemo(() => JSON.parse(all) as readonly UnsavedPlace[], [all])
}

/** What is written and kept nowhere: lost with its page. */
const fleeting = new Set<object>()
export const hasFleeting = (): boolean => fleeting.size > 0
export const forgetFleeting = (): void => fleeting.clear()

/** While something is written that is lost with its page, leaving the page asks. */
export function useFleeting(isWritten: boolean): void {
  useEffect(() => {
    if (!isWritten) return
    const mark = {}
    fleeting.add(mark)
    return () => void fleeting.delete(mark)
  }, [isWritten])
}

/**
 * The same for a form, from the first key until it is sent: what is under way is not asked about.
 *
 * @param wasRefused what was sent is still only here
 * @returns handlers of the form
 */
export function useFleetingForm(wasRefused = false) {
  const [isTyped, setTyped] = useState(false)
  useFleeting(isTyped || wasRefused)
  return { onInput: () => setTyped(true), onSubmitCapture: () => setTyped(false) }
}
