import type { Message } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '../../../app/session/session.tsx'
import { useSite } from '../../../app/brand/site.ts'
import { Button } from '../../../components/buttons/button.tsx'
import { Icon } from '../../../components/marks/icon.tsx'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { Bubble, PendingBubble } from './bubble.tsx'
import { loadBackTo, loadEarlier } from '../messages/chat-queries.ts'
import { dayName, sameDay } from '../messages/chat-time.ts'
import styles from './message-log.module.css'
import { LockedMessage, UnlockMessages } from './locked-message.tsx'
import type { LoadedMessages } from '../messages/loaded-messages.ts'
import type { Outgoing } from '../messages/outgoing.ts'

/** Messages of one author within this time stand together, with one time below. */
const together = 5 * 60_000
/** So near to the end counts as being there. */
const nearEnd = 120

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
  readonly onUnlock: () => void
  readonly onRetry: (id: string) => void
  readonly onRemove: (id: string) => void
  /** Undefined where nothing can be done with messages. */
  readonly onMenu: ((message: Message, anchor: HTMLElement) => void) | undefined
}

/** Stays at the end while somebody reads there, and where they are while they read further up. */
const useScroll = (first: string | undefined, count: number, sending: number, typing: boolean) => {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const before = useRef({ first, height: 0, count: 0, sending: 0 })
  const [fresh, setFresh] = useState(false)
  useLayoutEffect(() => {
    const log = box.current
    if (!log) return
    const had = before.current
    // The sender wants to see it go.
    if (sending > had.sending) atEnd.current = true
    if (had.first !== undefined && had.first !== first && !atEnd.current) log.scrollTop += log.scrollHeight - had.height
    else if (atEnd.current) {
      log.scrollTop = log.scrollHeight
      setFresh(false)
    } else if (count > had.count) setFresh(true)
    before.current = { first, height: log.scrollHeight, count, sending }
  }, [first, count, sending, typing])
  // A keyboard that opens or a composer that grows takes room from the end.
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
    if (atEnd.current) setFresh(false)
  }
  const toEnd = () => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
    setFresh(false)
  }
  return { box, onScroll, fresh, toEnd }
}

/** Brings a message to the middle of the log and points it out for a moment. */
const showFound = (line: Element | null | undefined) => {
  if (!(line instanceof HTMLElement)) return
  line.scrollIntoView({ block: 'center' })
  line.dataset['found'] = ''
  line.addEventListener('animationend', () => delete line.dataset['found'], { once: true })
  line.querySelector<HTMLElement>('[data-actions]')?.focus({ preventScroll: true })
}

/** The conversation itself: days, groups, what is on its way. */
export const MessageLog = ({
  memberId,
  name,
  loaded,
  pending,
  typing,
  readByOther,
  start,
  onUnlock,
  onRetry,
  onRemove,
  onMenu,
}: MessageLogProps) => {
  const { t } = useLingui()
  const { locale } = useSite()
  const { session } = useSession()
  const client = useQueryClient()
  const [loading, setLoading] = useState(false)
  const messages = loaded?.messages ?? []
  const locked = messages.filter(isLocked).length
  const { box, onScroll, fresh, toEnd } = useScroll(
    messages[0]?.id,
    messages.length + pending.length,
    pending.length,
    typing,
  )

  const earlier = async () => {
    if (loading) return
    setLoading(true)
    await loadEarlier(client, session, memberId).catch(() => undefined)
    setLoading(false)
  }
  /** Shows a message where it stands; what lies before the loaded part is loaded first. */
  const jump = async (seq: number) => {
    await loadBackTo(client, session, memberId, seq).catch(() => undefined)
    requestAnimationFrame(() => showFound(box.current?.querySelector(`[data-seq="${seq}"]`)))
  }
  const newest = messages.findLast((message) => !isLocked(message))
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
                onJump={(seq) => void jump(seq)}
              />
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
      {fresh && (
        <button type="button" className={styles.fresh} onClick={toEnd}>
          <Icon of={ArrowDown} size={16} />
          <Trans>Nuovi messaggi</Trans>
        </button>
      )}
    </div>
  )
}
