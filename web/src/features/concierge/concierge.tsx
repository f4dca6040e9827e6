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
  concierge_limit: msg`Per oggi hai finito le domande. Riprova domani.`,
  concierge_busy: msg`In questo momento arrivano troppe domande. Riprova più tardi.`,
  still_writing: msg`Aspetta la risposta alla domanda di prima.`,
  too_many_tries: msg`Con questa domanda non ci siamo riusciti. Prova a scriverla in un altro modo.`,
  not_verified: msg`Prima conferma il tuo indirizzo email.`,
}

const Head = () => {
  const { t } = useLingui()
  return (
    <header className={frame.head}>
      <span className={frame.back}>
        <IconLink icon={ChevronLeft} label={t`Torna alle chat`} href="/chats" />
      </span>
      <span className={styles.mark}>
        <Icon of={Bot} />
      </span>
      <span className={styles.who}>
        <h1 className={classNames(styles.name, text.clip)}>
          <Trans>Assistente automatico</Trans>
        </h1>
        <span className={classNames(styles.what, text.clip)}>
          <Trans>Un programma, non una persona</Trans>
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
        <Trans>Risposta automatica</Trans>
      </span>
      {exchange.state === 'failed' ? (
        <span className={styles.failed}>
          <Trans>Nessuna risposta: qualcosa non ha funzionato.</Trans>
          {onRetry && (
            <Button size="sm" variant="sec" onClick={onRetry}>
              <Icon of={RotateCcw} size={16} />
              <Trans>Riprova</Trans>
            </Button>
          )}
        </span>
      ) : (
        <p className={classNames(styles.bubble, exchange.state === 'writing' && styles.writing)}>
          {exchange.answer || <Trans>Sta scrivendo…</Trans>}
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
    <section className={frame.conversation} aria-label={t`Assistente automatico`}>
      <Title>{t`Assistente automatico`}</Title>
      <Head />
      {isError && !data ? (
        <ErrorState
          busy={isFetching}
          onRetry={() => void refetch()}
          title={<Trans>Non riusciamo a caricare i messaggi</Trans>}
        />
      ) : (
        <div
          ref={log}
          className={styles.log}
          onScroll={onScroll}
          role="log"
          aria-live="polite"
          aria-label={t`Assistente automatico`}
          aria-busy={isWriting}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll
          tabIndex={0}
        >
          {hasNextPage && (
            <span className={styles.earlier}>
              <Button
                size="sm"
                variant="sec"
                busy={isFetchingNextPage && <Trans>Carico…</Trans>}
                onClick={() => void fetchNextPage()}
              >
                <Trans>Mostra i precedenti</Trans>
              </Button>
            </span>
          )}
          {!data && <Skeleton shape="block" />}
          {data && (
            <Note icon={Bot}>
              <Trans>
                Qui risponde un programma di intelligenza artificiale, e può sbagliare. Legge solo questa conversazione:
                non il tuo profilo, non le altre chat. È gratis.
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
            <Trans>Dopo l’invio lo trovi nel campo.</Trans>
          </CutNote>
        )}
        <form className={styles.form} onSubmit={submit}>
          <textarea
            rows={1}
            value={question}
            aria-label={t`Fai una domanda`}
            placeholder={t`Fai una domanda`}
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
            label={t`Invia`}
            aria-disabled={question.trim() === '' || isWriting || undefined}
          />
        </form>
        <p className={styles.left} id="concierge-left">
          {data ? (
            <Plural
              value={left}
              _0="Risponde un programma · per oggi hai finito le domande"
              one="Risponde un programma · gratis, resta # domanda"
              other="Risponde un programma · gratis, restano # domande"
            />
          ) : (
            <Trans>Risponde un programma</Trans>
          )}
        </p>
      </footer>
    </section>
  )
}
