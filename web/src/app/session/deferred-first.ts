import { useDeferredValue } from 'react'
import { useHydrating } from '#components/layout/use-hydrating.ts'

/**
 * The data of a query, its first arrival deferred. React renders what a query delivers in one piece, which takes a slow
 * phone several frames if it is a whole list; a deferred rendering is divided into short tasks between which the page
 * answers. Later changes are shown immediately.
 */
export const useDeferredFirst = <T>(data: T | undefined): T | undefined =>
  useDeferredValue(data) === undefined ? undefined : data

/** As many rows as the screen of a phone shows, and some more. */
const inDocument = 15

/** How many rows of a list to render: a few in the document, and the others in short tasks once the page answers. */
export const useMostRows = (): number => useDeferredValue(useHydrating() ? inDocument : Infinity)
