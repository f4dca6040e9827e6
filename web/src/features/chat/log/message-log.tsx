import type { Message } from '@incontro/contract/domain'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '../../../app/session/session.tsx'
import { useSite } from '../../../app/brand/site.ts'
import { Button } from '../../../components/buttons/button.tsx'
import { Icon } from '../../../components/marks/icon.tsx'
import { useStableHandler } from '../../../components/layout/use-stable-handler.ts'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Bubble, PendingBubble } from '../bubble/bubble.tsx'
import { loadBackTo, loadEarlier } from '../messages/chat-queries.ts'
import { dayName, sameDay } from '../messages/chat-time.ts'
import styles from './message-log.module.css'
import { LockedMessage, UnlockMessages } from './locked-message.tsx'
import type { LoadedMessages } from '../messages/loaded-messages.ts'
import type { Outgoing } from '../outbox/outgoing.ts'

const CoverNote = lazy(() => import('./cover-note.tsx'))

/** Messages of one author within this many milliseconds form a group with one time below. */
const together = 5 * 60_000
/** Pixels from the end that count as being at the end. */
const nearEnd = 120
/** Pixels from the end beyond which a button to return is shown. */
const farFromEnd = 600
/** Pixels above the first unread message. */
const unreadMargin = 12

const endsGroup = (message: Message, next: Message | undefined) =>
  !next ||
  next.type !== message.type ||
  Date.parse(next.time) - Date.parse(message.time) > together ||
  !sameDay(message.time, next.time)

const isLocked = (message: Message) => message.type === 'messaggio' && message.blurredMessage !== null

interface MessageLogProps {
  readonly memberId: string
  readonly name: string
  readonly loaded: LoadedMessages | undefined
  readonly pending: readonly Outgoing[]
  readonly typing: boolean
  readonly readByOther: boolean
  readonly start: ReactNode
  /** A search result to scroll to, each time another object is passed. */
  readonly target: { readonly seq: number } | null
  readonly onUnlock: () => void
  readonly onRetry: (id: string) => void
  readonly onRemove: (id: string) => void
  /** Undefined where messages have no actions. */
  readonly onMenu: ((message: Message, anchor: HTMLElement) => void) | undefined
}

/** Keeps the scroll position: at the end while the member reads there, else at the message they read. */
const useScroll = (first: string | undefined, count: number, sending: number, typing: boolean) => {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const before = useRef({ first, height: 0, count: 0, sending: 0 })
  /** The number of messages that arrived below while the member reads further up. */
  const [fresh, setFresh] = useState(0)
  const [isAway, setIsAway] = useState(false)
  useLayoutEffect(() => {
    const log = box.current
    if (!log) return
    const had = before.current
    // The member has sent a message: scroll to it.
    if (sending > had.sending) atEnd.current = true
    // On opening, scroll to the first unread message, if any.
    const unread = had.count === 0 && count > 0 ? log.querySelector('[data-unread]') : null
    if (unread) {
      log.scrollTop += unread.getBoundingClientRect().top - log.getBoundingClientRect().top - unreadMargin
      atEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < nearEnd
      before.current = { first, height: log.scrollHeight, count, sending }
      return
    }
    if (had.first !== undefined && had.first !== first && !atEnd.current) log.scrollTop += log.scrollHeight - had.height
    else if (atEnd.current) {
      log.scrollTop = log.scrollHeight
      setFresh(0)
    } else if (count > had.count) setFresh((now) => now + count - had.count)
    before.current = { first, height: log.scrollHeight, count, sending }
  }, [first, count, sending, typing])
  // An opening keyboard or a growing composer shrinks the log: keep its end visible.
  useEffect(() => {
    const log = box.current
    if (!log) return
    const watcher = new ResizeObserver(() => {
      if (atEnd.current) log.scrollTop = log.scrollHeight
    })
    watcher.observe(log)
    return () => watcher.disconnect()
  }, [])
  const onScroll = () => {
    const log = box.current
    if (!log) return
    atEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < nearEnd
    setIsAway(log.scrollHeight - log.scrollTop - log.clientHeight > farFromEnd)
    if (atEnd.current) setFresh(0)
  }
  const toEnd = () => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
    setFresh(0)
  }
  return { box, onScroll, fresh, isAway, toEnd }
}

/** Scrolls a message to the middle of the log and highlights it for a moment. */
const showFound = (line: Element | null | undefined) => {
  if (!(line instanceof HTMLElement)) return
  line.scrollIntoView({ block: 'center' })
  line.dataset['found'] = ''
  line.addEventListener('animationend', () => delete line.dataset['found'], { once: true })
  line.querySelector<HTMLElement>('[data-actions]')?.focus({ preventScroll: true })
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
  const { locale } = useSite()
  const { session } = useSession()
  const client = useQueryClient()
  const toast = useToast()
  const [loading, setLoading] = useState(false)
  const messages = loaded?.messages ?? []
  const locked = messages.filter(isLocked).length
  // Fixed when the conversation opens, so that reading does not move the line.
  const [unreadFrom, setUnreadFrom] = useState<number | null>()
  if (loaded && unreadFrom === undefined)
    setUnreadFrom(
      messages.find(({ type, isRead, withdrawn }) => type === 'messaggio' && !isRead && !withdrawn)?.seq ?? null,
    )
  const { box, onScroll, fresh, isAway, toEnd } = useScroll(
    messages[0]?.id,
    messages.length + pending.length,
    pending.length,
    typing,
  )

  const sayFailed = () => toast({ text: <Trans>Non è andata. Riprova tra poco.</Trans> })
  const earlier = async () => {
    if (loading) return
    setLoading(true)
    // The toast tells the member, and the same button tries again.
    await loadEarlier(client, session, memberId).catch(sayFailed)
    setLoading(false)
  }
  /** Scrolls to a message, after loading back to it if necessary. */
  const jump = useStableHandler(async (seq: number) => {
    // The toast tells the member, and the same press tries again.
    await loadBackTo(client, session, memberId, seq).catch(sayFailed)
    requestAnimationFrame(() => showFound(box.current?.querySelector(`[data-seq="${seq}"]`)))
  })
  useEffect(() => {
    if (target) jump(target.seq)
    // Runs once for each requested message.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target])
  const newest = messages.findLast((message) => !isLocked(message))
  // Recipients in a flow with blurred messages cannot read what a free member writes.
  const mayBeCovered =
    session.premiumLevel === 0 && session.flow.hooks.blurred
      ? messages.findLast(({ type, withdrawn }) => type === 'personal' && !withdrawn)
      : undefined
  const scrolled = () => {
    onScroll()
    if (loaded?.earlier && (box.current?.scrollTop ?? 1) < 40) void earlier()
  }
  return (
    <div
      className={styles.log}
      ref={box}
      onScroll={scrolled}
      role="log"
      aria-live="polite"
      aria-relevant="additions"
      aria-label={t`Messaggi`}
      aria-busy={!loaded}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
      tabIndex={0}
    >
      {!loaded && !start && <Skeleton shape="short" />}
      {start}
      {loaded?.earlier && (
        <span className={styles.earlier}>
          <Button size="sm" variant="sec" busy={loading && <Trans>Carico…</Trans>} onClick={() => void earlier()}>
            <Trans>Messaggi precedenti</Trans>
          </Button>
        </span>
      )}
      {messages.map((message, index) => {
        const previous = messages[index - 1]
        return (
          <Fragment key={message.clientMessageId ?? message.id}>
            {(!previous || !sameDay(previous.time, message.time)) && (
              <div className={styles.day}>{dayName(message.time, locale)}</div>
            )}
            {message.seq === unreadFrom && (
              <div className={styles.unread} data-unread>
                <Trans>Nuovi messaggi</Trans>
              </div>
            )}
            {isLocked(message) ? (
              <LockedMessage message={message} name={name} />
            ) : (
              <Bubble
                message={message}
                name={name}
                last={endsGroup(message, messages[index + 1])}
                read={message.isRead || readByOther}
                newest={message === newest}
                onMenu={onMenu}
                onJump={jump}
              />
            )}
            {message === mayBeCovered && (
              <p className={styles.coverNote}>
                <Suspense fallback={null}>
                  <CoverNote />
                </Suspense>
              </p>
            )}
          </Fragment>
        )
      })}
      {locked > 0 && <UnlockMessages count={locked} onUnlock={onUnlock} />}
      {pending.map((item) => (
        <PendingBubble key={item.clientMessageId} item={item} onRetry={onRetry} onRemove={onRemove} />
      ))}
      {typing && (
        <div className={styles.typing} role="img" aria-label={t`${name} sta scrivendo`}>
          <i />
          <i />
          <i />
        </div>
      )}
      {(fresh > 0 || isAway) && (
        <button type="button" className={styles.fresh} onClick={toEnd}>
          <Icon of={ArrowDown} size={16} />
          {fresh > 0 ? (
            <Plural value={fresh} one="# nuovo messaggio" other="# nuovi messaggi" />
          ) : (
            <Trans>Alla fine</Trans>
          )}
        </button>
      )}
    </div>
  )
}
