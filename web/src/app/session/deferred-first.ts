import { useDeferredValue } from 'react'

/**
 * The data of a query, its first arrival deferred. React renders what a query delivers in one piece, which takes a slow
 * phone several frames if it is a whole list; a deferred rendering is divided into short tasks between which the page
 * answers. Later changes are shown immediately.
 */
export const useDeferredFirst = <T>(data: T | undefined): T | undefined =>
  useDeferredValue(data) === undefined ? undefined : data
