import type { TicketView } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api, ApiProblem } from '#console/base/api.ts'
import { keepReason } from '#console/base/given-reasons.ts'
import { useBrands } from '#console/base/me.tsx'
import { problemText } from '#console/base/problem-text.ts'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { after, changeDraft, placeOf } from '#console/base/ticket-drafts.ts'
import { Kbd } from '#console/parts/kbd.tsx'
import { Page } from '#console/parts/page.tsx'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import { ticketStates } from '#console/parts/ticket-states.ts'
import { UndoBar } from '#console/parts/undo-bar.tsx'
import { Composer } from './composer.tsx'
import { topicNames } from './support-texts.ts'
import parts from '#console/parts/parts.module.css'
import styles from './support.module.css'
import { Thread } from './thread.tsx'
import { Side } from './side.tsx'
import { useTicket } from './use-ticket.ts'
import { useTickets, useView } from './use-tickets.ts'

/** A request with its thread, what is known about who wrote it, and the answer. */
export const TicketPage = ({ brand, id }: { readonly brand: string; readonly id: string }) => {
  const { t, i18n } = useLingui()
  const { data, error, refetch, refresh } = useTicket(brand, id)
  const back = useNeighbours(brand, id)
  if (data) return <Opened brand={brand} ticket={data} back={back} refresh={refresh} />
  if (error instanceof ApiProblem && error.code === 'reason_needed')
    return (
      <Page title={t`Support request`}>
        <ReasonDialog
          title={t`Open this request?`}
          intro={<Trans>It waits for no answer.</Trans>}
          action={t`Open`}
          stays
          onClose={() => history.back()}
          run={(reason) => {
            keepReason(brand, [`support/${id}`], reason)
            return refetch()
          }}
        />
      </Page>
    )
  return (
    <Page title={t`Support request`}>
      <Card aria-busy={!error}>
        {error ? (
          <ErrorState onRetry={() => void refetch()} text={i18n._(problemText(error))} />
        ) : (
          <>
            <Skeleton />
            <Skeleton />
            <Skeleton shape="block" className={styles.loading} />
          </>
        )}
      </Card>
    </Page>
  )
}

/** The keys that lead to the requests beside this one in the list, and back to it. @returns the address of the list */
function useNeighbours(brand: string, id: string): string {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { keys } = useBrands('answerTickets')
  const [view, searchOf] = useView()
  const { rows = [] } = useTickets(keys, view)
  const at = rows.findIndex((one) => one.id === id)
  // One that has left the view by being answered leads to the first of it.
  const goTo = (place: number) => {
    const next = rows[place]
    if (next) void navigate(`/${next.brand}/support/${next.id}${searchOf(view)}`)
  }
  const list = `/${brand}/support${searchOf(view)}`
  useShortcut('j', t`Next request`, () => goTo(at + 1))
  useShortcut('k', t`Previous request`, () => goTo(at - 1))
  useShortcut('u', t`Back to the list`, () => void navigate(list))
  return list
}

const Opened = ({
  brand,
  ticket,
  back,
  refresh,
}: {
  readonly brand: string
  readonly ticket: TicketView
  readonly back: string
  readonly refresh: () => Promise<void>
}) => {
  const { t, i18n } = useLingui()
  const { id, state, version } = ticket
  const change = useMutation({
    mutationFn: (to: 'open' | 'closed') =>
      api('PUT /admin/api/:brand/tickets/:id/state', { params: { brand, id }, body: { state: to, version } }),
    onSettled: refresh,
  })
  const isClosed = state === 'closed'
  const toggle = () => change.mutate(isClosed ? 'open' : 'closed')
  useShortcut('e', isClosed ? t`Open again` : t`Close`, toggle)
  const name = ticketStates[state]
  return (
    <Page
      title={ticket.name}
      actions={
        <>
          <Badge {...(name.tone && { tone: name.tone })}>{i18n._(name.name)}</Badge>
          <Link className={parts.back} to={back}>
            <Icon of={ArrowLeft} /> <Trans>All requests</Trans> <Kbd>U</Kbd>
          </Link>
          <Button variant="sec" onClick={toggle}>
            {isClosed ? <Trans>Open again</Trans> : <Trans>Close</Trans>} <Kbd>E</Kbd>
          </Button>
        </>
      }
    >
      <p className={styles.meta}>
        {i18n._(topicNames[ticket.topic])} · {ticket.email}
      </p>
      {change.error && (
        <Note tone="bad" role="alert">
          {i18n._(problemText(change.error))}
        </Note>
      )}
      {ticket.heldBy !== null && (
        <Note tone="warn" role="status">
          <Trans>{ticket.heldBy} has this request open, too. Only one of two answers is sent.</Trans>
        </Note>
      )}
      <Undo brand={brand} ticket={ticket} refresh={refresh} />
      <div className={styles.columns}>
        <div className={styles.conversation}>
          <Thread ticket={ticket} />
          <Composer brand={brand} ticket={ticket} refresh={refresh} />
        </div>
        <Side brand={brand} ticket={ticket} refresh={refresh} />
      </div>
    </Page>
  )
}

/** Takes the last answer back while that is possible. */
const Undo = ({
  brand,
  ticket,
  refresh,
}: {
  readonly brand: string
  readonly ticket: TicketView
  readonly refresh: () => Promise<void>
}) => {
  const { t, i18n } = useLingui()
  const { id, messages } = ticket
  const pending = messages.findLast(({ undoUntil }) => undoUntil !== null)
  const undo = useMutation({
    mutationFn: (message: string) =>
      api('POST /admin/api/:brand/tickets/:id/undo', { params: { brand, id }, body: { message } }),
    onSuccess: ({ text }) =>
      changeDraft(id, ({ answer, note }) => ({
        answer: after(answer, text),
        place: placeOf(brand, ticket),
        ...(note.trim() === '' && { mode: 'answer' as const }),
      })),
    onSettled: refresh,
  })
  // What went wrong with one answer says nothing of the next.
  if (undo.error && (pending === undefined || pending.id === undo.variables))
    return (
      <Note tone="bad" role="alert">
        {i18n._(problemText(undo.error))}
      </Note>
    )
  return (
    <UndoBar
      until={pending?.undoUntil ?? null}
      done={<Trans>Answered. The mail leaves in a few seconds.</Trans>}
      help={t`Take the answer back`}
      isUndoing={undo.isPending}
      onUndo={() => pending && undo.mutate(pending.id)}
      onOver={() => void refresh()}
      // By then it is on its way.
      graceMs={1500}
    />
  )
}
