import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import text from '#styles/text.module.css'
import { messagesQuery } from '../messages/chat-queries.ts'
import { RowTime } from '../messages/message-time.tsx'
import { foundQuery, shortestSearch } from './found-query.ts'
import styles from './search-dialog.module.css'
import { Surroundings } from './surroundings.tsx'

/** Debounce in milliseconds before the search starts. */
const pause = 250
/** A result further back than this many messages is shown on its own, so that the conversation need not load everything in between. */
const farBack = 2000

const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The arrow keys move from the field to the results and between them. */
const move = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li > button')]
  event.preventDefault()
  stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus()
}

/** Search inside a conversation: the server looks through what the member may read, newest first. */
const SearchDialog = ({
  memberId,
  name,
  onShow,
  onClose,
}: {
  readonly memberId: string
  readonly name: string
  readonly onShow: (seq: number) => void
  readonly onClose: () => void
}) => {
  const { t } = useLingui()
  const { session } = useSession()
  const client = useQueryClient()
  const [words, setWords] = useState('')
  const [far, setFar] = useState<number | null>(null)
  const wanted = useSettled(words.trim())
  const query = useInfiniteQuery(foundQuery(session, memberId, wanted))
  const { fetchNextPage, hasNextPage, isFetching, isError } = query
  const found = query.data?.pages.flatMap((page) => page.found) ?? []
  const count = found.length
  // Each request searches a part of the conversation: continue until something is found or the end is reached.
  useEffect(() => {
    if (count === 0 && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [count, hasNextPage, isFetching, isError, fetchNextPage])
  const field = useRef<HTMLInputElement>(null)

  const choose = (seq: number) => {
    const loaded = client.getQueryData(messagesQuery(client, session, memberId).queryKey)
    if ((loaded?.messages[0]?.seq ?? 0) - seq > farBack) setFar(seq)
    else {
      onClose()
      onShow(seq)
    }
  }
  if (far !== null)
    return <Surroundings memberId={memberId} name={name} seq={far} onBack={() => setFar(null)} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={<Trans>Search this conversation</Trans>}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys move between what it holds */}
      <div className={styles.search} onKeyDown={move}>
        <TextField
          ref={field}
          label={name ? t`Search your conversation with ${name}` : t`Search this conversation`}
          icon={Search}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={60}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog is for
          autoFocus
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <p className={`${text.sm} ${text.muted}`} role="status">
          {wanted.length < shortestSearch ? (
            <Trans>Type at least two letters. We search what you can read.</Trans>
          ) : isFetching && count === 0 ? (
            <Trans>Searching…</Trans>
          ) : isError ? null : count === 0 ? (
            <Trans>No message with “{wanted}”.</Trans>
          ) : hasNextPage ? (
            <Plural value={count} one="# message so far" other="# messages so far" />
          ) : (
            <Plural value={count} one="# message" other="# messages" />
          )}
        </p>
        <div className={styles.found}>
          {isError && (
            <Note tone="bad" role="alert">
              <Trans>That didn’t work. Try again in a moment.</Trans>
            </Note>
          )}
          {count > 0 && (
            <ul>
              {found.map(({ seq, type, time, excerpt: { before, match, after } }) => (
                <li key={seq}>
                  <button type="button" onClick={() => choose(seq)}>
                    <span className={styles.who}>
                      <span className={text.clip}>{type === 'personal' ? <Trans>You</Trans> : name}</span>
                      <RowTime time={time} />
                    </span>
                    <span className={styles.words}>
                      {before}
                      <mark>{match}</mark>
                      {after}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {(isError || (count > 0 && hasNextPage)) && (
            <span className={styles.more}>
              <Button
                size="sm"
                variant="sec"
                busy={isFetching && <Trans>Searching…</Trans>}
                onClick={() => void (isError && count === 0 ? query.refetch() : fetchNextPage())}
              >
                {isError ? <Trans>Try again</Trans> : <Trans>Search further back</Trans>}
              </Button>
            </span>
          )}
        </div>
      </div>
    </Dialog>
  )
}

export default SearchDialog
