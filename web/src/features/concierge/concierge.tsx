import type { ConciergeExchange } from '@incontro/contract'
import { maxMessageLength } from '@incontro/contract/limits'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Bot, ChevronLeft, RotateCcw, SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { ApiProblem, api } from '#app/api/api.ts'
import { failureText } from '#app/api/failure-text.ts'
import { newUuid } from '#app/api/uuid.ts'
import { Title } from '#app/seo/title.tsx'
import { useSession } from '#app/session/session.tsx'
import { useSocketEvent } from '#app/session/socket.tsx'
import { useUnsaved } from '#app/session/unsaved.ts'
import { Button } from '#components/buttons/button.tsx'
import { IconButton, IconLink } from '#components/buttons/icon-button.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { CutNote } from '#components/forms/cut-note.tsx'
import { fitText } from '#components/forms/fit-text.ts'
import { isSendKey } from '#components/forms/send-key.ts'
import { useTouch } from '#components/forms/use-touch.ts'
import { Icon } from '#components/marks/icon.tsx'
import { classNames } from '#styles/class-names.ts'
import frame from '#styles/conversation-frame.module.css'
import text from '#styles/text.module.css'
import { conversationsKey } from '#features/chat/index.ts'
import { conciergeQuery, exchangesIn, withExchange } from './concierge-query.ts'
import styles from './concierge.module.css'

export const handle = { menu: false, appBar: 'none' }

const failures: Readonly<Record<string, MessageDescriptor>> = {
  concierge_limit: msg`You have no questions left for today. Try again tomorrow.`,
  concierge_busy: msg`Too many questions are coming in right now. Try again later.`,
  still_writing: msg`Wait for the answer to your previous question.`,
  too_many_tries: msg`We couldn’t get an answer to this question. Try asking it another way.`,
  not_verified: msg`Confirm your email address first.`,
}

const Head = () => {
  const { t } = useLingui()
  return (
    <header className={frame.head}>
      <span className={frame.back}>
        <IconLink icon={ChevronLeft} label={t`Back to messages`} href="/chats" />
      </span>
      <span className={styles.mark}>
        <Icon of={Bot} />
      </span>
      <span className={styles.who}>
        <h1 className={classNames(styles.name, text.clip)}>
          <Trans>Automated assistant</Trans>
        </h1>
        <span className={classNames(styles.what, text.clip)}>
          <Trans>A program, not a person</Trans>
        </span>
      </span>
    </header>
  )
}

/** A question and its answer, always labelled with its author. */
const Exchange = ({ exchange, onRetry }: { exchange: ConciergeExchange; onRetry: (() => void) | undefined }) => (
  <>
    <p className={classNames(styles.bubble, styles.question)}>{exchange.question}</p>
    <div className={styles.answer}>
      <span className={styles.label}>
        <Icon of={Bot} size={13} />
        <Trans>Automated answer</Trans>
      </span>
      {exchange.state === 'failed' ? (
        <span className={styles.failed}>
          <Trans>No answer: something went wrong.</Trans>
          {onRetry && (
            <Button size="sm" variant="sec" onClick={onRetry}>
              <Icon of={RotateCcw} size={16} />
              <Trans>Try again</Trans>
            </Button>
          )}
        </span>
      ) : (
        <p className={classNames(styles.bubble, exchange.state === 'writing' && styles.writing)}>
          {exchange.answer || <Trans>Typing…</Trans>}
        </p>
      )}
    </div>
  </>
)

/** Keeps the end of the log in view while it or the composer below it grows, unless the member has scrolled up. */
const useEnd = () => {
  const log = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  // After every render: messages, an error above the composer, and a longer question all change what fits.
  useLayoutEffect(() => {
    if (log.current && atEnd.current) log.current.scrollTop = log.current.scrollHeight
  })
  const onScroll = () => {
    const box = log.current
    if (box) atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 60
  }
  return { log, onScroll }
}

/** The conversation with the concierge, a program that answers questions about the service. */
export default function Concierge() {
  const { t, i18n } = useLingui()
  const { session } = useSession()
  const client = useQueryClient()
  const query = conciergeQuery(session.clickid)
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query)
  const [question, setQuestion] = useState('')
  /** What did not fit into the question. */
  const [rest, setRest] = useState('')
  useUnsaved(rest !== '')
  const [failure, setFailure] = useState<MessageDescriptor | null>(null)
  const [asking, setAsking] = useState<string | null>(null)
  const put = (exchange: ConciergeExchange, left?: number) =>
    client.setQueryData(query.queryKey, (pages) => pages && withExchange(pages, exchange, left))
  useSocketEvent('concierge', (exchange) => put(exchange))
  const exchanges = exchangesIn(data)
  const isWriting = asking !== null || exchanges.at(-1)?.state === 'writing'
  const left = data?.pages[0]?.left ?? 0
  const { log, onScroll } = useEnd()

  const ask = async (words: string, clientMessageId: string) => {
    setFailure(null)
    setAsking(words)
    try {
      const { exchange, left: now } = await api('POST /api/concierge', { body: { text: words, clientMessageId } })
      put(exchange, now)
      void client.invalidateQueries({ queryKey: conversationsKey })
    } catch (error) {
      const code = error instanceof ApiProblem ? error.code : ''
      setFailure(failures[code] ?? failureText(code))
      // Put the question back so that the member does not lose it.
      setQuestion((now) => now || words)
    } finally {
      setAsking(null)
    }
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const words = question.trim()
    if (words === '' || isWriting || !data) return
    const next = fitText('', rest, maxMessageLength)
    setQuestion(next.kept)
    setRest(next.rest)
    void ask(words, newUuid())
  }
  const isTouch = useTouch()
  const keys = (event: KeyboardEvent) => {
    if (!isSendKey(event, isTouch)) return
    event.preventDefault()
    submit()
  }
  const isShown = exchanges.at(-1)?.state === 'writing'
  return (
    <section className={frame.conversation} aria-label={t`Automated assistant`}>
      <Title>{t`Automated assistant`}</Title>
      <Head />
      {isError && !data ? (
        <ErrorState
          busy={isFetching}
          onRetry={() => void refetch()}
          title={<Trans>We can’t load the messages</Trans>}
        />
      ) : (
        <div
          ref={log}
          className={styles.log}
          onScroll={onScroll}
          role="log"
          aria-live="polite"
          aria-label={t`Automated assistant`}
          aria-busy={isWriting}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll
          tabIndex={0}
        >
          {hasNextPage && (
            <span className={styles.earlier}>
              <Button
                size="sm"
                variant="sec"
                busy={isFetchingNextPage && <Trans>Loading…</Trans>}
                onClick={() => void fetchNextPage()}
              >
                <Trans context="entries">Show earlier ones</Trans>
              </Button>
            </span>
          )}
          {!data && <Skeleton shape="block" />}
          {data && (
            <Note icon={Bot}>
              <Trans>
                An artificial intelligence program answers here, and it can be wrong. It reads only this conversation:
                not your profile, not your other conversations. It’s free.
              </Trans>
            </Note>
          )}
          {exchanges.map((exchange, at) => (
            <Exchange
              key={exchange.seq}
              exchange={exchange}
              onRetry={
                at === exchanges.length - 1 && !isWriting
                  ? () => void ask(exchange.question, exchange.clientMessageId)
                  : undefined
              }
            />
          ))}
          {asking !== null && !isShown && exchanges.at(-1)?.question !== asking && (
            <p className={classNames(styles.bubble, styles.question, styles.sending)}>{asking}</p>
          )}
        </div>
      )}
      <footer className={styles.composer}>
        {failure && (
          <Note tone="bad" role="alert">
            {i18n._(failure)}
          </Note>
        )}
        {rest !== '' && (
          <CutNote most={maxMessageLength} rest={rest} onDismiss={() => setRest('')}>
            <Trans>Once this is sent, you’ll find it in the field.</Trans>
          </CutNote>
        )}
        <form className={styles.form} onSubmit={submit}>
          <textarea
            rows={1}
            value={question}
            aria-label={t`Ask a question`}
            placeholder={t`Ask a question`}
            aria-describedby="concierge-left"
            enterKeyHint={isTouch ? 'enter' : 'send'}
            onKeyDown={keys}
            onChange={(event) => {
              const fitted = fitText(question, event.target.value, maxMessageLength)
              setQuestion(fitted.kept)
              if (fitted.rest !== '') setRest((now) => fitted.rest + now)
            }}
          />
          <IconButton
            type="submit"
            icon={SendHorizontal}
            variant="solid"
            className={styles.send}
            label={t`Send`}
            aria-disabled={question.trim() === '' || isWriting || undefined}
          />
        </form>
        <p className={styles.left} id="concierge-left">
          {data ? (
            <Plural
              value={left}
              _0="A program answers · no questions left for today"
              one="A program answers · free, # question left"
              other="A program answers · free, # questions left"
            />
          ) : (
            <Trans>A program answers</Trans>
          )}
        </p>
      </footer>
    </section>
  )
}
