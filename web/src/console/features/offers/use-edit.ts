import type { OfferKind, OfferView } from '@incontro/contract/admin'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** What is being written, and the draft on which it is based: its digest, or null without one. */
export interface Edit {
  readonly content: string
  readonly note: string
  readonly digest: string | null
}

const basedOn = ({ content, draft }: OfferView): Edit => ({
  content: draft?.content ?? content,
  note: draft?.note ?? '',
  digest: draft?.digest ?? null,
})

/**
 * What is written of an offer. Unsaved, it is kept while the console is open: another page of it may be looked at
 * meanwhile. Leaving the console asks first.
 */
export function useEdit(
  brand: string,
  { kind, key }: { readonly kind: OfferKind; readonly key: string },
  view: OfferView,
) {
  const queries = useQueryClient()
  const place = ['offer edit', brand, kind, key]
  const [kept] = useState(() => queries.getQueryData<Edit>(place))
  const [unsaved, setUnsaved] = useState(kept)
  const [round, setRound] = useState(0)
  const isDirty = unsaved !== undefined
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  const edit = unsaved ?? basedOn(view)
  const keep = (next: Edit | undefined) => {
    setUnsaved(next)
    if (next) {
      queries.setQueryDefaults(['offer edit'], { gcTime: Infinity })
      queries.setQueryData(place, next)
    } else queries.removeQueries({ queryKey: place })
  }
  return {
    edit,
    isDirty,
    /** It was begun before, on this page. */
    wasKept: kept !== undefined && isDirty,
    /** A colleague has saved since: saving is refused. */
    isBehind: isDirty && edit.digest !== (view.draft?.digest ?? null),
    /** Changes where fields have to begin again from what is written. */
    round: `${edit.digest} ${round}`,
    write: (change: Partial<Edit>) => keep({ ...edit, ...change }),
    /** Something else is written, not by the fields. */
    replace(change: Partial<Edit>) {
      keep({ ...edit, ...change })
      setRound(round + 1)
    },
    forget() {
      keep(undefined)
      setRound(round + 1)
    },
  }
}
export type Editing = ReturnType<typeof useEdit>
