import type { TicketView } from '@incontro/contract/admin'
import { useMemo, useSyncExternalStore } from 'react'
import type { UnsavedPlace } from './unsaved.ts'

/** Each has a text of its own: what was written for colleagues must never stand where it would be sent to a member. */
export interface Draft {
  readonly mode: 'answer' | 'note'
  readonly answer: string
  readonly note: string
  /** Where it is written; null until it is. */
  readonly place: UnsavedPlace | null
}
const none: Draft = { mode: 'answer', answer: '', note: '', place: null }

/**
 * What was typed and not sent, by ticket: in this document's memory only, for who looks something up and comes back.
 */
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useDraft = (id: string): Draft => useSyncExternalStore(subscribe, () => drafts.get(id) ?? none)

export function changeDraft(id: string, change: (now: Draft) => Partial<Draft>): void {
  const now = drafts.get(id) ?? none
  drafts.set(id, { ...now, ...change(now) })
  for (const listener of listeners) listener()
}

export const placeOf = (brand: string, { id, name }: Pick<TicketView, 'id' | 'name'>): UnsavedPlace => ({
  name,
  address: `/${brand}/support/${id}`,
})

/** Where something is written that was not sent. */
export const draftPlaces = (): readonly UnsavedPlace[] =>
  [...drafts.values()].flatMap(({ answer, note, place }) => (`${answer}${note}`.trim() !== '' && place ? [place] : []))

export function useDraftPlaces(): readonly UnsavedPlace[] {
  // A text, which is the same as long as nothing changes.
  const all = useSyncExternalStore(subscribe, () => JSON.stringify(draftPlaces()))
  return useMemo(() => JSON.parse(all) as readonly UnsavedPlace[], [all])
}

/** For who leaves all the same. */
export function forgetDrafts(): void {
  drafts.clear()
  for (const listener of listeners) listener()
}

/** What was written, and below it what is added. */
export const after = (written: string, added: string): string =>
  written.trim() === '' ? added : `${written.trimEnd()}\n\n${added}`
