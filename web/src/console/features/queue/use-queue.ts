import type { CaseDecision, CaseView } from '@incontro/contract/admin'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#console/base/api.ts'
import { caseFile } from './case-file-query.ts'
import type { Kind } from './use-kind.ts'

/** A case with the brand that it belongs to. */
export interface Queued {
  readonly brand: string
  readonly case: CaseView
}

interface Undo {
  readonly queued: Queued
  readonly until: string
}

/** While a case is shown it stays claimed. */
const keepMs = 90_000

/** As the server takes turns: what people have made most urgent, what is overdue, the others. */
const turnOf = ({ risk, dueAt }: CaseView): number => (risk >= 90 ? 0 : Date.parse(dueAt) <= Date.now() ? 1 : 2)
const byScore = (one: CaseView, other: CaseView): number =>
  turnOf(one) === 1
    ? one.dueAt.localeCompare(other.dueAt)
    : other.risk - one.risk || one.openedAt.localeCompare(other.openedAt)

/** The most urgent case of several brands: each is asked, and what is not shown is left to others again. */
async function nextOf(
  brands: readonly string[],
  kind: Kind | undefined,
  except: readonly string[],
): Promise<Queued | null> {
  const found = await Promise.all(
    brands.map(async (brand) => {
      const { case: one } = await api('POST /admin/api/:brand/cases/next', {
        params: { brand },
        body: { except: [...except], ...(kind && { kinds: [kind] }) },
      })
      return one && { brand, case: one }
    }),
  )
  const [first, ...others] = found
    .filter((one) => one !== null)
    .toSorted(({ case: one }, { case: other }) => turnOf(one) - turnOf(other) || byScore(one, other))
  for (const { brand, case: other } of others) void release(brand, other.id)
  return first ?? null
}

/** If the request is lost, the claim ends by itself. */
const release = (brand: string, id: string): Promise<unknown> =>
  api('POST /admin/api/:brand/cases/:id/release', { params: { brand, id }, body: {} }).catch(() => undefined)

async function decide(queued: Queued, decision: CaseDecision): Promise<Undo> {
  const { brand, case: one } = queued
  const params = { brand, id: one.id }
  const { undoUntil } = await api('POST /admin/api/:brand/cases/:id/decide', { params, body: decision })
  return { queued, until: undoUntil }
}

/**
 * The case that is shown and the one after it, which is fetched meanwhile with its photos: a decision shows it at once.
 * Both are claimed, and released when the page is left.
 * @param wanted the case of the address, which is shown first; `onLeft` is called when it is not shown any more
 */
export function useQueue(
  brands: readonly string[],
  kind: Kind | undefined,
  {
    wanted,
    onLeft,
  }: { readonly wanted: { readonly brand: string; readonly id: string } | null; readonly onLeft: () => void },
) {
  const queries = useQueryClient()
  const [shown, setShown] = useState<Queued | null | undefined>(undefined)
  const [failure, setFailure] = useState<unknown>(null)
  const [undo, setUndo] = useState<Undo | null>(null)
  /** What is shown next, also before it is drawn. */
  const latest = useRef<Queued | null | undefined>(undefined)
  /** The last decision once the server has it: what is taken back while that one is on its way. */
  const lastDecision = useRef<Promise<Undo | null>>(Promise.resolve(null))
  const prepared = useRef<Promise<Queued | null> | null>(null)
  const held = useRef(new Map<string, string>())
  /** The case that was finished last: a key that is pressed twice must not pass over the one that comes next. */
  const finished = useRef<Queued | null>(null)
  const key = brands.join(' ')

  const fetchNext = useCallback(async (): Promise<Queued | null> => {
    const next = await nextOf(key.split(' ').filter(Boolean), kind, [...held.current.keys()])
    if (!next) return next
    const { brand, case: one } = next
    held.current.set(one.id, brand)
    // Those of the profile are opened, and recorded, only where they are looked at.
    for (const { file, kind, label } of one.files)
      if (kind === 'photo' && label !== 'profile_photo') void queries.prefetchQuery(caseFile(brand, one.id, file))
    return next
  }, [key, kind, queries])

  const show = useCallback((next: Queued | null | undefined) => {
    latest.current = next
    setShown(next)
  }, [])

  const prepare = useCallback(() => {
    prepared.current = fetchNext()
    // It is asked for again when it is needed.
    prepared.current.catch(() => (prepared.current = null))
  }, [fetchNext])

  /** Shows what is prepared and prepares another one. */
  const advance = useCallback(async () => {
    const ready = prepared.current ?? fetchNext()
    prepared.current = null
    try {
      const next = await ready
      show(next)
      if (next) prepare()
    } catch (error) {
      setFailure(error)
    }
  }, [fetchNext, prepare, show])

  /** The case of the address that is on its way. */
  const opening = useRef<string | null>(null)
  /** Shows the case of an address instead of the one that is shown, which is left to others. */
  const open = useEffectEvent(async (brand: string, id: string) => {
    if (opening.current === id || latest.current?.case.id === id) return
    opening.current = id
    setFailure(null)
    try {
      const { case: one } = await api('POST /admin/api/:brand/cases/:id/claim', { params: { brand, id }, body: {} })
      const before = latest.current
      held.current.set(id, brand)
      finished.current = null
      show({ brand, case: one })
      if (before) {
        held.current.delete(before.case.id)
        void release(before.brand, before.case.id)
      }
      // It must not come a second time as the one that was prepared.
      const next = await prepared.current?.catch(() => null)
      if (!next || next.case.id === id) prepare()
    } catch (error) {
      setFailure(error)
      onLeft()
      if (latest.current === undefined) void advance()
    } finally {
      opening.current = null
    }
  })
  const begin = useEffectEvent(() => void (wanted ? open(wanted.brand, wanted.id) : advance()))

  useEffect(() => {
    const holding = held.current
    show(undefined)
    setFailure(null)
    begin()
    const leave = () => {
      for (const [id, brand] of holding) void release(brand, id)
      holding.clear()
      prepared.current = null
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [advance, show])

  const wantedId = wanted?.id
  const wantedBrand = wanted?.brand
  useEffect(() => {
    if (wantedId !== undefined && wantedBrand !== undefined) void open(wantedBrand, wantedId)
  }, [wantedBrand, wantedId])

  useEffect(() => {
    const timer = setInterval(() => {
      for (const [id, brand] of held.current)
        api('POST /admin/api/:brand/cases/:id/claim', { params: { brand, id }, body: {} }).catch(() =>
          // A colleague has it now, which deciding it says.
          held.current.delete(id),
        )
    }, keepMs)
    return () => clearInterval(timer)
  }, [])

  /** Does something with the shown case that ends it here, and goes on at once. */
  const finish = async (work: (queued: Queued) => Promise<void>): Promise<void> => {
    // What another one is about to replace is no longer decided about.
    if (!shown || finished.current === shown || latest.current !== shown) return
    const queued = shown
    finished.current = queued
    setFailure(null)
    const done = work(queued)
    // It counts as held until the server has the answer, or it would be the next one, too.
    void advance()
    try {
      await done
    } catch (error) {
      setFailure(error)
    } finally {
      held.current.delete(queued.case.id)
      void queries.invalidateQueries({ queryKey: ['cases'] })
    }
  }

  return {
    shown,
    failure,
    undo,
    again: () => void advance(),
    decide: (decision: CaseDecision) =>
      finish(async (queued) => {
        const before = lastDecision.current
        const made = decide(queued, decision)
        lastDecision.current = made.catch(
          // `finish` shows the failure; the decision before can still be taken back.
          () => before,
        )
        setUndo(await made)
      }),
    skip: () =>
      finish(async ({ brand, case: one }) => {
        await api('POST /admin/api/:brand/cases/:id/skip', { params: { brand, id: one.id }, body: {} })
      }),
    escalate: () =>
      finish(async ({ brand, case: one }) => {
        await api('POST /admin/api/:brand/cases/:id/escalate', { params: { brand, id: one.id }, body: {} })
      }),
    forgetUndo: () => setUndo(null),
    /** Takes the last decision back and shows its case again; the one that was shown waits. */
    takeBack: async () => {
      const making = lastDecision.current
      const made = await making
      if (!made || lastDecision.current !== making) return
      lastDecision.current = Promise.resolve(null)
      const { brand } = made.queued
      const params = { brand, id: made.queued.case.id }
      setUndo(null)
      let queued: Queued
      try {
        await api('POST /admin/api/:brand/cases/:id/undo', { params, body: {} })
        // As it is now: what was added meanwhile is to be read.
        queued = { brand, case: (await api('POST /admin/api/:brand/cases/:id/claim', { params, body: {} })).case }
      } catch (error) {
        setFailure(error)
        return
      }
      held.current.set(queued.case.id, queued.brand)
      finished.current = null
      const before = latest.current
      const waiting = prepared.current
      if (before) {
        prepared.current = Promise.resolve(before)
        // Only one is kept ready: the other is left to colleagues.
        void waiting?.then((other) => {
          if (!other) return
          held.current.delete(other.case.id)
          void release(other.brand, other.case.id)
        })
      }
      show(queued)
    },
  }
}
