import { useCallback, useEffect, useRef, useState } from 'react'
import { useEdits } from './use-edits.ts'

/** What became of the last change: `failed` keeps it, and it is tried again. */
export type AutosaveState = 'idle' | 'pending' | 'saving' | 'saved' | 'failed'

/** After the last key. A page that is left saves at once. */
const delayMs = 800
const retryMs = 10_000

const same = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Saves a form by itself. What could not be saved yet outlives the page within the app: `value` begins with it.
 *
 * @param name of the form, one for each member
 * @param saved what the server has
 * @param save sends a value; with `leaving` the request must outlive the page. False when it was refused for what stands in it
 */
export const useAutosave = <T extends object>({
  name,
  saved,
  save,
}: {
  readonly name: string
  readonly saved: T
  readonly save: (value: T, leaving: boolean) => Promise<boolean>
}) => {
  const [edits, setEdits] = useEdits<T>(name)
  const [value, setValue] = useState<T>(edits ?? saved)
  const [state, setState] = useState<AutosaveState>('idle')
  const [earlier, setEarlier] = useState<readonly T[]>([])
  const now = useRef({ value, stored: saved, running: false, refused: null as T | null, undoing: false })
  now.current.value = value
  const saving = useRef(save)
  saving.current = save

  const run = useCallback(
    async (leaving = false): Promise<void> => {
      const current = now.current
      if (current.running && !leaving) return
      const { value: sent, stored } = current
      if (same(sent, stored) || (current.refused && same(sent, current.refused))) return
      current.running = true
      setState('saving')
      // Null shows that nothing is saved yet; it is tried again at intervals and as soon as there is a connection.
      const accepted = await saving.current(sent, leaving).catch(() => null)
      current.running = false
      if (accepted === true) {
        current.stored = sent
        if (!current.undoing) setEarlier((steps) => [...steps, stored])
        current.undoing = false
        if (same(sent, current.value)) setEdits(null)
      } else if (accepted === false) current.refused = sent
      if (accepted === true && !same(sent, current.value)) return run()
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
  // What the server will not have, or could not be sent, is only here: the browser asks before it closes the page.
  useEffect(() => {
    if (state !== 'failed') return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [state])

  const change = (next: T) => {
    now.current.undoing = false
    setEdits(next)
    setValue(next)
    setState('pending')
  }
  const last = earlier.at(-1)
  return {
    value,
    state,
    change: (changes: Partial<T>) => change({ ...value, ...changes }),
    /** Takes the last saved change back; undefined where there is none. */
    undo:
      last === undefined
        ? undefined
        : () => {
            setEarlier((steps) => steps.slice(0, -1))
            change(last)
            // Not a step of its own.
            now.current.undoing = true
          },
  }
}
