import type { TicketView } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '#components/marks/labels.tsx'
import { Moment } from '#console/parts/time.tsx'
import { outcomes } from './support-texts.ts'
import styles from './support.module.css'

type Message = TicketView['messages'][number]

/** What was written, oldest first. Everything of it is text: nothing in it becomes markup or a link. */
export const Thread = ({ ticket }: { readonly ticket: TicketView }) => {
  const { t } = useLingui()
  return (
    <ol className={styles.thread} aria-label={t`Request and answers`}>
      {ticket.messages.map((one) => (
        <li key={one.id} className={styles.message} data-kind={one.kind}>
          <header className={styles.author}>
            <b>{one.by ?? ticket.name}</b>
            <Kind message={one} />
            <Moment at={one.at} />
          </header>
          {one.subject !== null && (
            <p className={styles.meta}>
              <Trans>Subject: {one.subject}</Trans>
            </p>
          )}
          <p className={styles.words}>{one.body}</p>
          {one.quoted !== null && (
            <details className={styles.quoted}>
              <summary>
                <Trans>Quoted text</Trans>
              </summary>
              <p className={styles.words}>{one.quoted}</p>
            </details>
          )}
          {one.leftOut.length > 0 && (
            <p className={styles.meta}>
              <Trans>Attachments that stayed in the mailbox: {one.leftOut.join(', ')}</Trans>
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

const Kind = ({ message }: { readonly message: Message }) => {
  const { i18n } = useLingui()
  const outcome = message.outcome && outcomes[message.outcome]
  return (
    <>
      {message.kind === 'note' && (
        <Badge tone="warn">
          <Trans>Note</Trans>
        </Badge>
      )}
      {message.kind === 'automatic' && (
        <Badge>
          <Trans>Automatic reply</Trans>
        </Badge>
      )}
      {message.kind === 'member' && message.via === 'mail' && message.fromAddress === null && (
        <Badge>
          <Trans>By mail</Trans>
        </Badge>
      )}
      {message.fromAddress !== null && (
        <Badge tone="warn">
          <Trans>From another address: {message.fromAddress}</Trans>
        </Badge>
      )}
      {outcome && <Badge {...(outcome.tone && { tone: outcome.tone })}>{i18n._(outcome.name)}</Badge>}
    </>
  )
}
