import type { Conversation } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { MessageCircle, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { nextPage } from '#app/api/next-page.ts'
import { outgoingOf } from '#app/outbox/outgoing.ts'
import { useDeferredFirst, useMostRows } from '#app/session/deferred-first.ts'
import { useSession } from '#app/session/session.tsx'
import { useStore } from '#app/store/store.ts'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { useHydrating } from '#components/layout/use-hydrating.ts'
import { inputFrame } from '#components/forms/field.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { classNames } from '#styles/class-names.ts'
import text from '#styles/text.module.css'
import { useMemberMenu } from '#features/trust/index.ts'
import { conversationsQuery } from '../messages/chat-queries.ts'
import { ChatRow } from './chat-row.tsx'
import { LikeStrip } from './like-strip.tsx'
import { likesApart } from './likes-apart.ts'
import chatsStyles from './chats.module.css'
import rowStyles from './chat-row.module.css'
import styles from './chat-list.module.css'
import { useTyping } from '../messages/use-typing.ts'

const Loading = () => {
  const { t } = useLingui()
  return (
    <div role="status" aria-busy="true" aria-label={t`Loading your messages`}>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className={rowStyles.rowSkeleton}>
          <Skeleton shape="circle" />
          <span>
            <Skeleton shape="short" />
            <Skeleton />
          </span>
        </div>
      ))}
    </div>
  )
}

const Empty = () => (
  <EmptyState
    icon={MessageCircle}
    title={<Trans>No messages yet</Trans>}
    text={<Trans>Choose someone and write a couple of lines: it all starts there.</Trans>}
    action={
      <ButtonLink href="/find">
        <Trans>Find someone</Trans>
      </ButtonLink>
    }
  />
)

/** The conversations, newest first, and above them those who like the member. */
export const ChatList = ({
  current,
  rendered,
}: {
  readonly current: string | undefined
  /** The rows in the document. */
  readonly rendered: readonly Conversation[] | undefined
}) => {
  const { t } = useLingui()
  const { session } = useSession()
  const typing = useTyping()
  const openMenu = useMemberMenu()
  const unsent = new Map(
    useStore(outgoingOf(useQueryClient()))
      .filter(({ state }) => state === 'waiting' || state === 'failed')
      .map(({ memberId, text: written }) => [memberId, written]),
  )
  const [words, setWords] = useState('')
  const query = useInfiniteQuery(conversationsQuery(session.clickid))
  const { isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  // Other parts of the page ask for the list, too: a newer one may arrive before this part is hydrated.
  const hydrating = useHydrating()
  const isError = query.isError && !hydrating
  const data = useDeferredFirst(hydrating ? rendered && { pages: [rendered] } : query.data)
  const most = useMostRows()
  // A conversation that moved up between two page loads may be on both pages.
  const rows = [...new Map((data?.pages.flat() ?? []).map((row) => [row.memberId, row])).values()]
  const { likes, conversations } = likesApart(rows, words)
  const isSearching = words.trim() !== ''
  // Likes alone may fill what has been loaded.
  const onlyLikes = !isSearching && data !== undefined && conversations.length === 0
  useEffect(() => {
    if (onlyLikes && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [onlyLikes, hasNextPage, isFetching, isError, fetchNextPage])
  return (
    <section className={chatsStyles.list} aria-label={t`Conversations`}>
      <div className={styles.listHead}>
        <h1 className={classNames(text.h2, text.inBar)}>
          <Trans>Messages</Trans>
        </h1>
        {/* While the list loads, too: added above it later, it would move every row. */}
        {(rows.length > 0 || (!data && !isError)) && (
          <span className={inputFrame({})}>
            <Icon of={Search} />
            <input
              type="search"
              value={words}
              disabled={!data || hydrating}
              onChange={(event) => setWords(event.target.value)}
              aria-label={t`Search your conversations`}
              placeholder={t`Search your conversations`}
            />
          </span>
        )}
      </div>
      {!data && !isError && <Loading />}
      {!data && isError && (
        <ErrorState
          busy={isFetching}
          onRetry={() => void refetch()}
          title={<Trans>We can’t load your conversations</Trans>}
          text={<Trans>Something went wrong. Please try again shortly.</Trans>}
        />
      )}
      <LikeStrip likes={likes} />
      {onlyLikes && !hasNextPage && <Empty />}
      {isSearching && (
        <p className={styles.listNote} role="status">
          {likes.length + conversations.length === 0 && <Trans>No conversation with this name.</Trans>}
        </p>
      )}
      {conversations.length > 0 && (
        <ul>
          {conversations.slice(0, most).map((row) => (
            <ChatRow
              key={row.memberId}
              row={row}
              current={row.memberId === current}
              typing={typing.has(row.memberId)}
              unsent={unsent.get(row.memberId)}
              onMenu={openMenu}
            />
          ))}
        </ul>
      )}
      {data && hasNextPage && most === Infinity && (
        <p className={styles.listNote}>
          <Button
            variant="sec"
            block
            busy={isFetchingNextPage && <Trans>Loading…</Trans>}
            onClick={() => void nextPage(query)}
          >
            <Trans>Show earlier ones</Trans>
          </Button>
        </p>
      )}
    </section>
  )
}
