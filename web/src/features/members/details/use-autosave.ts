import { useCallback, useEffect, useInsertionEffect, useRef, useState } from 'react'
import { useEdits } from './use-edits.ts'

/** State of the last change; a `failed` one is kept and retried. */
export type AutosaveState = 'idle' | 'pending' | 'saving' | 'saved' | 'failed'

/** Milliseconds after the last keystroke. Leaving the page saves immediately. */
const delayMs = 800
const retryMs = 10_000

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What of a value is another one than was stored. */
const changesOf = <T extends object>(value: T, stored: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(value).filter(([field, content]) => !same(content, stored[field as keyof T])),
  ) as Partial<T>

/**
 * Saves a form automatically. Unsaved values survive navigation within the app: `value` starts with them.
 *
 * @param name the form's name, unique for each member
 * @param saved the server's values
 * @param save sends what was changed, and nothing else: another page, or a moderator, may have changed the rest since.
 * With `leaving` the request must outlive the page. Returns false if the server refused it
 */
export const useAutosave = <T extends object>({
  name,
  saved,
  save,
}: {
  readonly name: string
  readonly saved: T
  readonly save: (changes: Partial<T>, leaving: boolean) => Promise<boolean>
}) => {
  const [edits, setEdits] = useEdits<Partial<T>>(name)
  const [value, setValue] = useState<T>({ ...saved, ...edits })
  const [state, setState] = useState<AutosaveState>('idle')
  const [earlier, setEarlier] = useState<readonly T[]>([])
  const now = useRef({ value, stored: saved, running: false, refused: null as T | null, undoing: false })
  const saving = useRef(save)
  // Before any effect or event that saves.
  useInsertionEffect(() => {
    now.current.value = value
    saving.current = save
  })

  const run = useCallback(
    async function saveNewest(leaving = false): Promise<void> {
      const current = now.current
      if (current.running && !leaving) return
      const { value: sent, stored } = current
      if (same(sent, stored) || (current.refused && same(sent, current.refused))) return
      current.running = true
      setState('saving')
      // Null means not saved yet; it is retried at intervals and when the connection is back.
      const accepted = await saving.current(changesOf(sent, stored), leaving).catch(() => null)
      current.running = false
      if (accepted === true) {
        current.stored = sent
        if (!current.undoing) setEarlier((steps) => [...steps, stored])
        current.undoing = false
        if (same(sent, current.value)) setEdits(null)
      } else if (accepted === false) current.refused = sent
      if (accepted === true && !same(sent, current.value)) return saveNewest()
      setState(accepted === true ? 'saved' : 'failed')
    },
    [setEdits],
  )

  useEffect(() => {
    if (same(value, now.current.stored)) return
    const timer = setTimeout(() => void run(), delayMs)
    return () => clearTimeout(timer)
  }, [value, run])
  useEffect(() => {
    if (state !== 'failed') return
    const again = () => void run()
    const timer = setInterval(again, retryMs)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [state, run])
  useEffect(() => {
    const leave = () => void run(true)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [run])
  // A value that was refused or could not be sent exists only here, so the browser asks before it closes the page.
  useEffect(() => {
    if (state !== 'failed') return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [state])

  const change = (next: T) => {
    now.current.undoing = false
    setEdits(changesOf(next, now.current.stored))
    setValue(next)
    setState('pending')
  }
  const last = earlier.at(-1)
  return {
    value,
    state,
    change: (changes: Partial<T>) => change({ ...value, ...changes }),
    /** Undoes the last saved change; undefined if there is none. */
    undo:
      last === undefined
        ? undefined
        : () => {
            setEarlier((steps) => steps.slice(0, -1))
            change(last)
            // An undo is no step that can be undone.
            now.current.undoing = true
          },
  }
}
