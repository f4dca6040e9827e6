import type { Message } from '@incontro/contract/domain'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { Fragment, type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { usePending } from '#app/api/use-pending.ts'
import { usePageClock } from '#app/session/page-clock.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { useHydrating } from '#components/layout/use-hydrating.ts'
import { useStableHandler } from '#components/layout/use-stable-handler.ts'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { Bubble, PendingBubble } from '../bubble/bubble.tsx'
import { conversationsQuery, loadEarlier } from '../messages/chat-queries.ts'
import { sameDay } from '../messages/chat-time.ts'
import { DayLine } from '../messages/message-time.tsx'
import styles from './message-log.module.css'
import { CoverNote } from './cover-note.tsx'
import { LockedMessage, UnlockMessages } from './locked-message.tsx'
import { documentWindow, windowFrom, windowOf } from './log-window.ts'
import { mayOffer } from './may-offer.ts'
import { useLogScroll } from './use-log-scroll.ts'
import type { LoadedMessages } from '../messages/loaded-messages.ts'
import type { Outgoing } from '#app/outbox/outgoing.ts'

/** Messages of one author within this many milliseconds form a group with one time below. */
const together = 5 * 60_000

const endsGroup = (message: Message, next: Message | undefined, timeZone: string | undefined) =>
  !next ||
  next.type !== message.type ||
  Date.parse(next.time) - Date.parse(message.time) > together ||
  !sameDay(message.time, next.time, timeZone)

const isLocked = (message: Message) => message.type === 'messaggio' && message.blurredMessage !== null

interface MessageLogProps {
  readonly memberId: string
  readonly name: string
  readonly loaded: LoadedMessages | undefined
  readonly pending: readonly Outgoing[]
  readonly typing: boolean
  readonly readByOther: boolean
  /** What stands before the first message. */
  readonly start: ReactNode
  /** A search result to scroll to, each time another object is passed. */
  readonly target: { readonly seq: number } | null
  readonly onUnlock: () => void
  readonly onRetry: (id: string) => void
  readonly onRemove: (id: string) => void
  /** Undefined where messages have no actions. */
  readonly onMenu: ((message: Message, anchor: HTMLElement) => void) | undefined
}

/** The messages by day and group, with those that are being sent. */
export const MessageLog = ({
  memberId,
  name,
  loaded,
  pending,
  typing,
  readByOther,
  start,
  target,
  onUnlock,
  onRetry,
  onRemove,
  onMenu,
}: MessageLogProps) => {
  const { t } = useLingui()
  const { session } = useSession()
  const client = useQueryClient()
  const toast = useToast()
  const [loading, run] = usePending()
  const messages = loaded?.messages ?? []
  const locked = messages.filter(isLocked).length
  /** The last rendered message; null for the newest. */
  const [last, setLast] = useState<number | null>(null)
  // Fixed when the conversation opens, so that reading does not move the line.
  const [unreadFrom, setUnreadFrom] = useState<number | null>()
  if (loaded && unreadFrom === undefined) {
    const unread = messages.find(({ type, isRead, withdrawn }) => type === 'messaggio' && !isRead && !withdrawn)
    setUnreadFrom(unread?.seq ?? null)
    if (unread) setLast(windowFrom(messages, unread.seq))
  }
  const { now, timeZone } = usePageClock()
  const opened = useDeferredValue(!useHydrating())
  const { from, to } = opened ? windowOf(messages, last) : documentWindow(messages, unreadFrom ?? null)
  const shown = messages.slice(from, to)
  const sayFailed = () => toast({ text: <Trans>That didn’t work. Try again in a moment.</Trans> })
  const earlier = async () => {
    if (loading || !loaded?.earlier) return
    // The toast tells the member, and the same button tries again.
    await run(() => loadEarlier(client, session, memberId).catch(sayFailed))
  }
  const { box, onScroll, fresh, isAway, toEnd, show } = useLogScroll({
    messages,
    from,
    to,
    last,
    setLast,
    opened,
    sending: pending.length,
    typing,
    onStart: () => void earlier(),
  })
  /** Scrolls to a message, after loading back to it if necessary. */
  const jump = useStableHandler(async (seq: number) => {
    // The toast tells the member, and the same press tries again.
    const isLoaded = await import('../messages/load-back-to.ts')
      .then(({ loadBackTo }) => loadBackTo(client, session, memberId, seq))
      .then(() => true, sayFailed)
    if (isLoaded) show(seq)
  })
  useEffect(() => {
    if (target) jump(target.seq)
    // Runs once for each requested message.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target])
  const newest = shown.findLast((message) => !isLocked(message))
  const conversations = useInfiniteQuery(conversationsQuery(session.clickid)).data?.pages.flat()
  // Recipients in a flow with blurred messages cannot read what a free member writes.
  const mayBeCovered =
    session.premiumLevel === 0 && session.flow.hooks.blurred && conversations && mayOffer(conversations, now.getTime())
      ? messages.findLast(({ type, withdrawn }) => type === 'personal' && !withdrawn)
      : undefined
  return (
    <div
      className={styles.log}
      ref={box}
      onScroll={onScroll}
      role="log"
      // What arrives is announced once, by `LiveAnnouncements`; as a live region, the log would also read aloud whatever
      // the member scrolls to.
      aria-live="off"
      aria-label={t({ message: 'Messages', context: 'those written' })}
      aria-busy={!loaded}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
      tabIndex={0}
    >
      {!loaded && !start && <Skeleton shape="short" />}
      {!loaded?.earlier && from === 0 && start}
      {loaded?.earlier && from === 0 && (
        <span className={styles.earlier}>
          <Button size="sm" variant="sec" busy={loading && <Trans>Loading…</Trans>} onClick={() => void earlier()}>
            <Trans>Earlier messages</Trans>
          </Button>
        </span>
      )}
      {shown.map((message, index) => {
        const previous = messages[from + index - 1]
        return (
          <Fragment key={message.clientMessageId ?? message.id}>
            {(!previous || !sameDay(previous.time, message.time, timeZone)) && (
              <DayLine time={message.time} className={styles.day} />
            )}
            {message.seq === unreadFrom && (
              <div className={styles.unread} data-unread>
                <Trans>New messages</Trans>
              </div>
            )}
            {isLocked(message) ? (
              <LockedMessage message={message} name={name} />
            ) : (
              <Bubble
                message={message}
                name={name}
                last={endsGroup(message, messages[from + index + 1], timeZone)}
                read={message.isRead || readByOther}
                newest={message === newest}
                onMenu={onMenu}
                onJump={jump}
              />
            )}
            {message === mayBeCovered && (
              <p className={styles.coverNote}>
                <CoverNote />
              </p>
            )}
          </Fragment>
        )
      })}
      {last === null && locked > 0 && <UnlockMessages count={locked} onUnlock={onUnlock} />}
      {last === null &&
        pending.map((item) => (
          <PendingBubble key={item.clientMessageId} item={item} onRetry={onRetry} onRemove={onRemove} />
        ))}
      {last === null && typing && (
        <div className={styles.typing} role="img" aria-label={t`${name} is typing`}>
          <i />
          <i />
          <i />
        </div>
      )}
      {(fresh > 0 || isAway) && (
        <button type="button" className={styles.fresh} onClick={toEnd}>
          <Icon of={ArrowDown} size={16} />
          {fresh > 0 ? <Plural value={fresh} one="# new message" other="# new messages" /> : <Trans>To the end</Trans>}
        </button>
      )}
    </div>
  )
}
