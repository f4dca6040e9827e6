import { useSyncExternalStore } from 'react'

/** Each has a text of its own: what was written for colleagues must never stand where it would be sent to a member. */
export interface Draft {
  readonly mode: 'answer' | 'note'
  readonly answer: string
  readonly note: string
}
const none: Draft = { mode: 'answer', answer: '', note: '' }

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

/** What was written, and below it what is added. */
export const after = (written: string, added: string): string =>
  written.trim() === '' ? added : `${written.trimEnd()}\n\n${added}`
