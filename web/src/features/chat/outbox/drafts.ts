import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../../app/api/api.ts'
import { unsaved } from '../../../app/session/unsaved.ts'
import { isSystem } from '../messages/system.ts'

const draftKey = (memberId: string) => ['draft', memberId] as const
const kept = { staleTime: Infinity, gcTime: Infinity } as const

const storeDraft = (memberId: string, text: string): Promise<unknown> =>
  api('PUT /api/draft/:angelId', {
    params: { memberId },
    body: { text: text.slice(0, 2000) },
    keepalive: true,
    // The page keeps the draft, and stores it again with the next change.
  }).catch(() => undefined)

/** Prepends a text that could not be sent to the draft, and stores it, because no composer may be open to do so. */
export const returnToDraft = (client: QueryClient, memberId: string, text: string) => {
  client.setQueryDefaults(['draft'], kept)
  const draft = client.setQueryData<string>(draftKey(memberId), (now = '') => (now === '' ? text : `${text}\n${now}`))
  void storeDraft(memberId, draft ?? text)
}

/** Stores a draft on the server shortly after the last key press, and immediately when the page unloads, so that it survives a payment. */
const keeper = (memberId: string) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: string | undefined
  const mark = {}
  const save = () => {
    clearTimeout(timer)
    if (waiting === undefined) return
    const stored = storeDraft(memberId, waiting)
    waiting = undefined
    void stored.then(() => waiting === undefined && unsaved.delete(mark))
  }
  return {
    save,
    later(text: string) {
      waiting = text
      unsaved.add(mark)
      clearTimeout(timer)
      timer = setTimeout(save, text === '' ? 0 : 1200)
    },
  }
}

/** Loads the draft of an earlier visit, unless the member is already writing. */
const useStoredDraft = (memberId: string, now: string, restore: (text: string) => void) => {
  const blank = useRef(now === '')
  blank.current = now === ''
  const put = useRef(restore)
  put.current = restore
  useEffect(() => {
    if (!blank.current || isSystem(memberId)) return
    const controller = new AbortController()
    api('GET /api/draft/:angelId', { params: { memberId }, signal: controller.signal })
      .then(({ text }) => {
        if (text !== '' && blank.current) put.current(text)
      })
      // The composer stays empty, as without a draft; opening the conversation asks again.
      .catch(() => undefined)
    return () => controller.abort()
  }, [memberId])
}

/**
 * The unsent text of a conversation, kept in memory while navigating and on the server for longer; never in web storage. The field itself
 * runs on local state: the cache publishes its changes a moment later, and a controlled field would lose keys.
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
  const keep = useMemo(() => keeper(memberId), [memberId])
  useEffect(() => {
    // The text is not from this field: a message came back unsent. Store it before the member leaves for the plans.
    if (client.getQueryData(draftKey(memberId)) !== written.current) {
      written.current = stored
      setText(stored)
      keep.later(stored)
    }
  }, [memberId, client, keep, stored])
  useEffect(() => {
    addEventListener('pagehide', keep.save)
    return () => {
      removeEventListener('pagehide', keep.save)
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
