import type { Message } from '@incontro/contract/domain'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { movedBack, movedOn, windowAround } from './log-window.ts'

/** Pixels from the end that count as being at the end. */
const nearEnd = 120
/** Pixels from the end beyond which a button to return is shown. */
const farFromEnd = 600
/** Pixels from an end of the rendered messages at which more are rendered. */
const ahead = 600
/** Pixels from the beginning at which earlier messages are loaded. */
const nearStart = 300
/** Pixels above the first unread message. */
export const unreadMargin = 12

/** Scrolls a message to the middle of the log and highlights it for a moment. */
const showFound = (line: HTMLElement) => {
  line.scrollIntoView({ block: 'center' })
  line.dataset['found'] = ''
  line.addEventListener('animationend', () => delete line.dataset['found'], { once: true })
  line.querySelector<HTMLElement>('[data-actions]')?.focus({ preventScroll: true })
}

const lineOf = (log: HTMLElement, seq: number) => log.querySelector<HTMLElement>(`[data-seq="${seq}"]`)
const toBottom = (log: HTMLElement) => log.scrollHeight - log.scrollTop - log.clientHeight

interface Options {
  readonly messages: readonly Message[]
  /** The first and the end of the messages that are rendered. */
  readonly from: number
  readonly to: number
  /** The window's last message, as in `windowOf`. */
  readonly last: number | null
  readonly setLast: (last: number | null) => void
  /** Whether the page runs; before that the document has scrolled, and the member perhaps further. */
  readonly opened: boolean
  /** The number of messages that are being sent. */
  readonly sending: number
  readonly typing: boolean
  /** Called at the beginning of what is loaded. */
  readonly onStart: () => void
}

/**
 * Keeps the scroll position: at the end while the member reads there, else at the message they read, whatever is
 * rendered or taken away above it.
 */
export const useLogScroll = ({ messages, from, to, last, setLast, opened, sending, typing, onStart }: Options) => {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  /** The first visible message, and its distance from the top of the log. */
  const place = useRef<{ readonly seq: number; readonly top: number } | null>(null)
  const before = useRef({ count: 0, newest: 0, sending: 0 })
  /** The number of messages that arrived below while the member reads further up. */
  const [fresh, setFresh] = useState(0)
  const [isAway, setIsAway] = useState(false)
  /** A message to scroll to once it is rendered. */
  const [wanted, setWanted] = useState<number | null>(null)

  const rememberPlace = (log: HTMLElement) => {
    const top = log.getBoundingClientRect().top
    const line = [...log.querySelectorAll<HTMLElement>('[data-seq]')].find(
      (each) => each.getBoundingClientRect().bottom > top,
    )
    place.current = line ? { seq: Number(line.dataset['seq']), top: line.getBoundingClientRect().top - top } : null
  }
  const renderAhead = (log: HTMLElement) => {
    if (last !== null && toBottom(log) < ahead) setLast(movedOn(messages, last))
    else if (!atEnd.current && from > 0 && log.scrollTop < ahead) setLast(movedBack(messages, last))
  }

  const count = messages.length + sending
  const newest = messages[messages.length - 1]?.seq ?? 0
  useLayoutEffect(() => {
    const log = box.current
    if (!log) return
    const had = before.current
    before.current = { count, newest, sending }
    // The member has sent a message: scroll to it.
    if (sending > had.sending) {
      atEnd.current = true
      setLast(null)
    }
    // On opening, scroll to the first unread message, if any.
    const unread = had.count === 0 && count > 0 ? log.querySelector('[data-unread]') : null
    if (!opened && had.count === 0) {
      atEnd.current = toBottom(log) < nearEnd
      setIsAway(toBottom(log) > farFromEnd)
    } else if (unread) {
      log.scrollTop += unread.getBoundingClientRect().top - log.getBoundingClientRect().top - unreadMargin
      atEnd.current = last === null && toBottom(log) < nearEnd
    } else if (atEnd.current && last === null) {
      log.scrollTop = log.scrollHeight
      setFresh(0)
    } else {
      const line = place.current && lineOf(log, place.current.seq)
      if (line) log.scrollTop += line.getBoundingClientRect().top - log.getBoundingClientRect().top - place.current!.top
      if (newest > had.newest) setFresh((now) => now + Math.max(1, count - had.count))
    }
    rememberPlace(log)
    renderAhead(log)
    // What decides which lines there are, and how high the end is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [messages[from]?.id, to, count, sending, typing])

  useLayoutEffect(() => {
    const log = box.current
    if (!log || wanted === null) return
    const line = lineOf(log, wanted)
    // The member has deleted this message.
    const isGone = !messages.some(({ seq }) => seq === wanted) && (messages[0]?.seq ?? wanted) < wanted
    if (!line && !isGone) {
      if (messages.some(({ seq }) => seq === wanted)) setLast(windowAround(messages, wanted))
      return
    }
    setWanted(null)
    if (!line) return
    showFound(line)
    rememberPlace(log)
  }, [wanted, messages, last, setLast])

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

  return {
    box,
    fresh,
    /** Whether a button leads back to the end. */
    isAway: isAway || last !== null,
    onScroll: () => {
      const log = box.current
      if (!log) return
      atEnd.current = last === null && toBottom(log) < nearEnd
      setIsAway(toBottom(log) > farFromEnd)
      if (atEnd.current) setFresh(0)
      rememberPlace(log)
      renderAhead(log)
      if (from === 0 && log.scrollTop < nearStart) onStart()
    },
    toEnd: () => {
      atEnd.current = true
      setLast(null)
      setFresh(0)
      if (box.current) box.current.scrollTop = box.current.scrollHeight
    },
    /** Scrolls to a loaded message. */
    show: (seq: number) => {
      atEnd.current = false
      setWanted(seq)
    },
  }
}
