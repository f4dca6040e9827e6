import type { Message } from '@incontro/contract/domain'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import { useSite } from '../../../app/brand/site.ts'
import { classNames } from '../../../styles/class-names.ts'
import { Icon } from '../../../components/marks/icon.tsx'
import text from '../../../styles/text.module.css'
import { clock } from '../messages/chat-time.ts'
import styles from './bubble.module.css'
import type { Outgoing } from '../messages/outgoing.ts'
import { RichText } from './rich-text-view.tsx'

const Author = ({ own, name }: { own: boolean; name: string }) => (
  <span className={text.hidden}>{own ? <Trans>Tu:</Trans> : `${name}:`} </span>
)

/** A message that is in the conversation; the last of a group shows the time, one's own also whether it was read. */
export const Bubble = ({
  message,
  name,
  last,
  read,
}: {
  message: Message
  name: string
  last: boolean
  read: boolean
}) => {
  const { locale } = useSite()
  const own = message.type === 'personal'
  return (
    <>
      <div className={classNames(styles.bubble, own ? styles.own : styles.other)}>
        <Author own={own} name={name} />
        {message.notificationId === 'benvenuto' ? <RichText source={message.msg} /> : message.msg}
      </div>
      {message.masked && (
        <p className={classNames(styles.foot, own && styles.ownFoot)}>
          {own ? (
            <Trans>Numeri e link si vedono quando ti avrà risposto.</Trans>
          ) : (
            <Trans>Numeri e link si vedono quando vi sarete scritti entrambi.</Trans>
          )}
        </p>
      )}
      {last && (
        <div className={classNames(styles.foot, own && styles.ownFoot, own && read && styles.read)}>
          <time dateTime={message.time}>{clock(message.time, locale)}</time>
          {own && (
            <>
              {' · '}
              <Icon of={read ? CheckCheck : Check} size={16} />
              {read ? <Trans>Letto</Trans> : <Trans>Inviato</Trans>}
            </>
          )}
        </div>
      )}
    </>
  )
}

const reasons: Record<string, ReturnType<typeof msg>> = {
  offline: msg`Parte appena torna la rete`,
  busy: msg`Parte da solo tra poco`,
  fine_crediti: msg`Non inviato: i crediti sono finiti`,
  writing_disabled: msg`Non inviato: qui non si può scrivere`,
  not_accepted: msg`Non inviato: per ora riceve primi messaggi solo da chi ha scelto`,
  not_found: msg`Non inviato: qui non si può scrivere`,
  not_verified: msg`Non inviato: conferma prima la tua email`,
}

/** A message on its way, or one that did not go out, which can be sent again or thrown away. */
export const PendingBubble = ({
  item,
  onRetry,
  onRemove,
}: {
  readonly item: Outgoing
  readonly onRetry: (id: string) => void
  readonly onRemove: (id: string) => void
}) => {
  const { i18n } = useLingui()
  const { clientMessageId: id, state, code } = item
  const stuck = state === 'failed' || state === 'waiting'
  const reason = reasons[code ?? (state === 'waiting' ? 'offline' : '')] ?? msg`Non inviato`
  return (
    <>
      <div className={classNames(styles.bubble, styles.own, styles.pending)}>
        <Author own name="" />
        {item.text}
      </div>
      <div className={classNames(styles.foot, styles.ownFoot, state === 'failed' && styles.failed)}>
        <Icon of={state === 'failed' ? CircleAlert : Clock} size={16} />
        {stuck ? i18n._(reason) : <Trans>Invio…</Trans>}
        {stuck && (
          <>
            <button type="button" className={styles.footButton} onClick={() => onRetry(id)}>
              <Trans>Riprova</Trans>
            </button>
            <button type="button" className={styles.footButton} onClick={() => onRemove(id)}>
              <Trans>Elimina</Trans>
            </button>
          </>
        )}
      </div>
    </>
  )
}
