import { useState } from 'react'
import { useKept } from './unsaved.ts'

/** What is written, with the digest of what it is based on: null where nothing is stored yet. */
interface Based {
  readonly digest: string | null
}

interface Begun<T> {
  readonly edit: T
  /** The digest of what it was begun from: fields that hold a text of their own begin again with another one. */
  readonly begunFrom: string | null
}

/**
 * What is written of something that colleagues may change, too. Unsaved, it is kept while the console is open.
 *
 * @param place by what it is known in the console
 * @param name what a person calls it
 * @param stored what is stored, in the form in which it is written
 */
export function useEdit<T extends Based>(place: readonly string[], name: string, stored: T) {
  const { kept, read, keep: keepBegun } = useKept<Begun<T>>(place, name)
  const [wasThere] = useState(() => read() !== null)
  const [round, setRound] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const isDirty = kept !== null
  const keep = (edit: T | null) => keepBegun(edit && { edit, begunFrom: read()?.begunFrom ?? stored.digest })
  const write = (change: Partial<T>) => void keep({ ...(read()?.edit ?? stored), ...change })
  return {
    edit: kept?.edit ?? stored,
    isDirty,
    /** It was begun before, on this page. */
    wasKept: wasThere && isDirty,
    /** A colleague has saved since: saving is refused. */
    isBehind: isDirty && !isSaving && kept.edit.digest !== stored.digest,
    /** Changes where fields have to begin again from what is written. */
    round: `${kept ? kept.begunFrom : stored.digest} ${round}`,
    write,
    /** Something else is written, not by the fields. */
    replace(change: Partial<T>) {
      write(change)
      setRound(round + 1)
    },
    forget() {
      keep(null)
      setRound(round + 1)
    },
    /**
     * Saves what is written now. What is written until the answer is there stays unsaved, based on what was saved.
     *
     * @param put stores it, with what it is then
     * @param refresh fetches what is stored, also after a failure
     */
    async save(put: (edit: T) => Promise<{ readonly digest: string }>, refresh: () => Promise<void>): Promise<void> {
      const sent = read()?.edit ?? stored
      setSaving(true)
      try {
        const { digest } = await put(sent)
        await refresh()
        const now = read()?.edit
        keep(now && JSON.stringify(now) !== JSON.stringify(sent) ? { ...now, digest } : null)
      } catch (error) {
        void refresh()
        throw error
      } finally {
        setSaving(false)
      }
    },
  }
}
export type EditOf<T extends Based> = ReturnType<typeof useEdit<T>>
