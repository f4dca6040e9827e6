import { useCallback, useEffect, useRef } from 'react'
import { unsaved } from './unsaved.ts'

type Field = HTMLInputElement | HTMLTextAreaElement
const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'range')

const lookEveryMs = 500

/** Whether the member is in the middle of a text. */
const isTyping = (): boolean => {
  const field = document.activeElement
  return !document.hidden && isField(field) && field.value !== ''
}

/** Whether a field would lose what was written; one with `data-kept` stores its text itself. */
const isUnsaved = (field: Field): boolean =>
  field.isConnected && field.value !== '' && field.dataset['kept'] === undefined

const isWriting = (changed: ReadonlySet<Field>): boolean =>
  isTyping() ||
  unsaved.size > 0 ||
  document.querySelector('dialog[open], [role=dialog]') !== null ||
  [...changed].some(isUnsaved)

/**
 * Returns a function that reloads the page when nothing is being written and no dialog is open, after a random part of
 * the given milliseconds: a server that every page reloads from at once renders some hundred of them a second.
 */
export const useReloadWhenIdle = (): ((withinMs?: number) => void) => {
  const changed = useRef(new Set<Field>())
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => {
    const note = ({ target }: Event) => isField(target) && changed.current.add(target)
    document.addEventListener('input', note, true)
    return () => {
      document.removeEventListener('input', note, true)
      clearInterval(timer.current)
    }
  }, [])
  return useCallback((withinMs = 0) => {
    const from = Date.now() + Math.random() * withinMs
    const look = () => {
      if (Date.now() >= from && !isWriting(changed.current)) location.reload()
    }
    clearInterval(timer.current)
    timer.current = setInterval(look, lookEveryMs)
    look()
  }, [])
}
