import type { Message } from '@incontro/contract/domain'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import { type CSSProperties, lazy, memo, Suspense } from 'react'
import { useSite } from '#app/brand/site.ts'
import { classNames } from '#styles/class-names.ts'
import { useOnline } from '#components/feedback/use-online.ts'
import { useSlow } from '#components/feedback/use-slow.ts'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import { clock } from '../messages/chat-time.ts'
import { BubbleLine } from './bubble-line.tsx'
import styles from './bubble.module.css'
import { isFewEmoji } from './few-emoji.ts'
import { MediaWord } from '../messages/media-word.tsx'
import type { Outgoing } from '../outbox/outgoing.ts'

/** Loaded on demand: only system messages contain rich text. */
const RichText = lazy(() => import('./rich-text-view.tsx'))

const PhotoView = lazy(() => import('./photo-view.tsx'))
const VoiceView = lazy(() => import('./voice-view.tsx'))

type Media = NonNullable<Message['media']>

/** The size of a photo on the page, reserved before it loads so that nothing shifts. At most 260 × 320 pixels. */
const roomOf = ({ width, height }: Media): CSSProperties | undefined =>
  width && height
    ? { width: Math.round(Math.min(260, (320 * width) / height)), aspectRatio: `${width} / ${height}` }
    : undefined

const Author = ({ own, name }: { own: boolean; name: string }) => (
  <span className={text.hidden}>{own ? <Trans>Tu:</Trans> : `${name}:`} </span>
)

/** The message that this one answers; a press scrolls to it. */
const Quote = ({
  of: { seq, own, msg: words, media, blurred },
  name,
  onJump,
}: {
  of: NonNullable<Message['replyTo']>
  name: string
  onJump: (seq: number) => void
}) => (
  <button type="button" className={styles.quote} onClick={() => onJump(seq)}>
    <strong>{own ? <Trans>Tu</Trans> : name}</strong>
    <span>{blurred ? <Trans>Messaggio nascosto</Trans> : media ? <MediaWord kind={media} /> : words}</span>
  </button>
)

const Words = ({ message, own, name }: { message: Message; own: boolean; name: string }) => {
  if (message.withdrawn) return own ? <Trans>Hai ritirato un messaggio</Trans> : <Trans>Messaggio ritirato</Trans>
  const { media } = message
  if (media) {
    const room = media.kind === 'voice' ? undefined : roomOf(media)
    return (
      <Suspense fallback={<span className={media.kind === 'voice' ? styles.voiceRoom : styles.room} style={room} />}>
        {media.kind === 'voice' ? (
          <VoiceView media={media} own={own} name={name} />
        ) : (
          <PhotoView media={media} own={own} name={name} room={room} />
        )}
      </Suspense>
    )
  }
  if (message.notificationId !== 'benvenuto') return message.msg
  return (
    <Suspense fallback={null}>
      <RichText source={message.msg} />
    </Suspense>
  )
}

const Sent = ({
  message,
  name,
  last,
  read,
  newest,
  onMenu,
  onJump,
}: {
  message: Message
  name: string
  last: boolean
  read: boolean
  newest: boolean
  onMenu: ((message: Message, anchor: HTMLElement) => void) | undefined
  onJump: (seq: number) => void
}) => {
  const { locale } = useSite()
  const own = message.type === 'personal'
  const { withdrawn, edited, replyTo } = message
  const large = !replyTo && !message.notificationId && isFewEmoji(message.msg)
  return (
    <>
      <BubbleLine
        message={message}
        name={name}
        newest={newest}
        onMenu={onMenu && ((anchor) => onMenu(message, anchor))}
      >
        <div
          className={classNames(
            styles.bubble,
            own ? styles.own : styles.other,
            withdrawn && styles.withdrawn,
            large && styles.large,
            message.media?.path && message.media.kind === 'photo' && styles.photo,
          )}
        >
          <Author own={own} name={name} />
          {replyTo && <Quote of={replyTo} name={name} onJump={onJump} />}
          <Words message={message} own={own} name={name} />
        </div>
      </BubbleLine>
      {message.masked && (
        <p className={classNames(styles.foot, own && styles.ownFoot)}>
          {own ? (
            <Trans>Numeri e link si vedono quando ti avrà risposto.</Trans>
          ) : (
            <Trans>Numeri e link si vedono quando vi sarete scritti entrambi.</Trans>
          )}
        </p>
      )}
      {(last || edited) && (
        <div className={classNames(styles.foot, own && styles.ownFoot, own && read && styles.read)}>
          <time dateTime={message.time}>{clock(message.time, locale)}</time>
          {edited && (
            <>
              {' · '}
              <Trans>modificato</Trans>
            </>
          )}
          {own && !withdrawn && (
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

/** A sent or received message. The last of a group shows the time, and on the member's own whether it was read. */
export const Bubble = memo(Sent)

const waits = msg`Parte appena torna la rete`
const reasons: Record<string, ReturnType<typeof msg>> = {
  offline: waits,
  busy: msg`Parte da solo tra poco`,
  fine_crediti: msg`Non inviato: i crediti sono finiti`,
  writing_disabled: msg`Non inviato: qui non si può scrivere`,
  not_accepted: msg`Non inviato: per ora riceve primi messaggi solo da chi ha scelto`,
  invite_pending: msg`Non inviato: il tuo invito non è ancora stato accettato`,
  too_many: msg`Non inviato: hai iniziato molte conversazioni, riprova tra un’ora`,
  not_found: msg`Non inviato: qui non si può scrivere`,
  not_verified: msg`Non inviato: conferma prima la tua email`,
  age_check_required: msg`Non inviato: verifica prima la tua età`,
}

/** A message that is being sent, or that failed and can be sent again or deleted. */
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
  const { clientMessageId: id, state, code, isKept } = item
  const online = useOnline()
  const isSlow = useSlow(online && state === 'sending')
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
        {stuck || !online ? (
          i18n._(stuck ? reason : waits)
        ) : isSlow ? (
          <Trans>Ci sta mettendo più del solito</Trans>
        ) : (
          <Trans>Invio…</Trans>
        )}
        {(stuck || isSlow) && (
          <button type="button" className={styles.footButton} onClick={() => onRetry(id)}>
            <Trans>Riprova</Trans>
          </button>
        )}
        {stuck && (
          <button type="button" className={styles.footButton} onClick={() => onRemove(id)}>
            <Trans>Elimina</Trans>
          </button>
        )}
        {isKept === false && (
          <span className={styles.unkept} role="status">
            <Trans>Questo browser non riesce a conservarlo: non chiudere la pagina finché non è partito.</Trans>
          </span>
        )}
      </div>
    </>
  )
}
