import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { maxMessageLength } from '@incontro/contract/limits'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { api, ApiProblem } from '#app/api/api.ts'
import { unsaved, useUnsaved } from '#app/session/unsaved.ts'
import { createDraftKeeper } from './draft-keeper.ts'
import { isSystem } from '../messages/system.ts'

const draftKey = (memberId: string) => ['draft', memberId] as const
/** Milliseconds after which a draft is stored once more, in case that its request got lost. */
const mostMs = 15_000
const kept = { staleTime: Infinity, gcTime: Infinity } as const

/** Resolves with whether nothing is left to do: it was stored, or the server will not store it. */
const storeDraft = (memberId: string, text: string): Promise<boolean> =>
  api('PUT /api/draft/:angelId', {
    params: { memberId },
    body: { text: text.slice(0, maxMessageLength) },
    keepalive: true,
    signal: AbortSignal.timeout(mostMs),
  }).then(
    () => true,
    (error: unknown) =>
      error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.status !== 429,
  )

/** What did not fit into the message that is being written; kept in memory while navigating. */
export const useDraftRest = (memberId: string): [string, (rest: string) => void] => {
  const client = useQueryClient()
  const key = ['draft-rest', memberId] as const
  const { data: rest = '' } = useQuery<string>({ queryKey: key, queryFn: skipToken, initialData: '', ...kept })
  useUnsaved(rest !== '')
  return [rest, (next) => client.setQueryData<string>(key, next)]
}

/**
 * Prepends a text to the draft, such as one that could not be sent, and stores both, because no composer may be open to
 * do so. Where this page does not know a draft, the server may keep one of an earlier visit.
 */
export const returnToDraft = async (client: QueryClient, memberId: string, text: string): Promise<void> => {
  client.setQueryDefaults(['draft'], kept)
  const key = draftKey(memberId)
  // Written or shown on this page, it is known, also if it is empty: what the server has may be older.
  const isKnown = (client.getQueryState(key)?.dataUpdateCount ?? 0) > 0
  const known = client.getQueryData<string>(key) ?? ''
  const show = (...texts: readonly string[]): string => {
    const draft = texts.filter((part) => part !== '').join('\n')
    return client.setQueryData<string>(key, draft) ?? draft
  }
  show(text, known)
  // Without the network nothing is stored either, and the field keeps what is there.
  const earlier = !isKnown ? await storedDraft(memberId).catch(() => '') : ''
  const now = client.getQueryData<string>(key) ?? ''
  await storeDraft(memberId, now.includes(earlier) ? now : show(now, earlier))
}

const storedDraft = async (memberId: string, signal?: AbortSignal): Promise<string> =>
  (await api('GET /api/draft/:angelId', { params: { memberId }, ...(signal && { signal }) })).text

/** Loads the draft of an earlier visit, unless the member is already writing. */
const useStoredDraft = (memberId: string, now: string, restore: (text: string) => void) => {
  const isBlank = useEffectEvent(() => now === '')
  const put = useEffectEvent((text: string) => {
    if (now === '') restore(text)
  })
  useEffect(() => {
    if (!isBlank() || isSystem(memberId)) return
    const controller = new AbortController()
    storedDraft(memberId, controller.signal)
      .then((text) => {
        if (text !== '') put(text)
      })
      // The composer stays empty, as without a draft; opening the conversation asks again.
      .catch(() => undefined)
    return () => controller.abort()
  }, [memberId])
}

/**
 * The unsent text of a conversation, kept in memory while navigating and on the server for longer; never in web
 * storage. The field itself runs on local state: the cache publishes its changes a moment later, and a controlled field
 * would lose keys.
 */
export const useDraft = (memberId: string): [string, (text: string) => void] => {
  const client = useQueryClient()
  const { data: stored = '' } = useQuery<string>({
    queryKey: draftKey(memberId),
    queryFn: skipToken,
    initialData: '',
    ...kept,
  })
  const [text, setText] = useState(stored)
  const written = useRef(stored)
  const keep = useMemo(() => createDraftKeeper((words) => storeDraft(memberId, words), unsaved), [memberId])
  useEffect(() => {
    // The text is not from this field: a message came back unsent. Store it before the member leaves for the plans.
    if (client.getQueryData(draftKey(memberId)) !== written.current) {
      written.current = stored
      setText(stored)
      keep.later(stored)
    }
  }, [memberId, client, keep, stored])
  useEffect(() => {
    // Immediately when the page unloads, so that it survives a payment.
    const leave = () => keep.save(true)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      keep.save()
    }
  }, [keep])
  const show = (next: string) => {
    written.current = next
    setText(next)
    client.setQueryData<string>(draftKey(memberId), next)
  }
  useStoredDraft(memberId, text, show)
  return [
    text,
    (next) => {
      show(next)
      keep.later(next)
    },
  ]
}
