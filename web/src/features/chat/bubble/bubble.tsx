import type { Message } from '@incontro/contract/domain'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import { type CSSProperties, lazy, memo, Suspense } from 'react'
import { classNames } from '#styles/class-names.ts'
import { useOnline } from '#components/feedback/use-online.ts'
import { useSlow } from '#components/feedback/use-slow.ts'
import { useHydrating } from '#components/layout/use-hydrating.ts'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import { BubbleLine } from './bubble-line.tsx'
import styles from './bubble.module.css'
import { isFewEmoji } from './few-emoji.ts'
import { RichText } from './rich-text-view.tsx'
import { MediaWord } from '../messages/media-word.tsx'
import { MessageTime } from '../messages/message-time.tsx'
import type { Outgoing } from '#app/outbox/outgoing.ts'

/** Loaded on demand: few messages contain an address. */
const LinkedWords = lazy(() => import('./linked-words.tsx'))

const PhotoView = lazy(() => import('./photo-view.tsx'))
const VoiceView = lazy(() => import('./voice-view.tsx'))

type Media = NonNullable<Message['media']>

/** The size of a photo on the page, reserved before it loads so that nothing shifts. At most 260 × 320 pixels. */
const roomOf = ({ width, height }: Media): CSSProperties | undefined =>
  width && height
    ? { width: Math.round(Math.min(260, (320 * width) / height)), aspectRatio: `${width} / ${height}` }
    : undefined

/**
 * The same, empty, with a word for it: a picture without content, as the security policy allows documents no `style`.
 */
const Room = ({ media }: { readonly media: Media }) => (
  <>
    {media.kind === 'voice' ? (
      <span className={styles.voiceRoom} />
    ) : (
      <svg
        className={styles.room}
        width={roomOf(media)?.width ?? 0}
        viewBox={`0 0 ${media.width ?? 1} ${media.height ?? 1}`}
        aria-hidden
      />
    )}
    <span className={text.hidden}>
      <MediaWord kind={media.kind} />
    </span>
  </>
)

/** A photo or a recording: its place in the document, and itself once there is script to show or play it. */
const MediaView = ({ media, own, name }: { readonly media: Media; readonly own: boolean; readonly name: string }) => {
  const place = <Room media={media} />
  if (useHydrating()) return place
  return (
    <Suspense fallback={place}>
      {media.kind === 'voice' ? (
        <VoiceView media={media} own={own} name={name} />
      ) : (
        <PhotoView media={media} own={own} name={name} room={roomOf(media)} />
      )}
    </Suspense>
  )
}

const Author = ({ own, name }: { own: boolean; name: string }) => (
  <span className={text.hidden}>{own ? <Trans>You:</Trans> : `${name}:`} </span>
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
    <strong>{own ? <Trans>You</Trans> : name}</strong>
    <span>{blurred ? <Trans>Hidden message</Trans> : media ? <MediaWord kind={media} /> : words}</span>
  </button>
)

const Words = ({ message, own, name }: { message: Message; own: boolean; name: string }) => {
  if (message.withdrawn) return own ? <Trans>You withdrew a message</Trans> : <Trans>Message withdrawn</Trans>
  if (message.media) return <MediaView media={message.media} own={own} name={name} />
  if (message.notificationId !== 'benvenuto')
    return /https?:\/\//i.test(message.msg) ? (
      <Suspense fallback={message.msg}>
        <LinkedWords source={message.msg} />
      </Suspense>
    ) : (
      message.msg
    )
  return <RichText source={message.msg} />
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
            <Trans>Numbers and links show once they’ve replied.</Trans>
          ) : (
            <Trans>Numbers and links show once you’ve both written.</Trans>
          )}
        </p>
      )}
      {(last || edited) && (
        <div className={classNames(styles.foot, own && styles.ownFoot, own && read && styles.read)}>
          <MessageTime time={message.time} />
          {edited && (
            <>
              {' · '}
              <Trans>edited</Trans>
            </>
          )}
          {own && !withdrawn && (
            <>
              {' · '}
              <Icon of={read ? CheckCheck : Check} size={16} />
              {read ? <Trans>Read</Trans> : <Trans>Sent</Trans>}
            </>
          )}
        </div>
      )}
    </>
  )
}

/** A sent or received message. The last of a group shows the time, and on the member's own whether it was read. */
export const Bubble = memo(Sent)

const waits = msg`Will be sent when you’re back online`
const reasons: Record<string, ReturnType<typeof msg>> = {
  offline: waits,
  busy: msg`Sends by itself in a moment`,
  fine_crediti: msg`Not sent: no messages left`,
  writing_disabled: msg`Not sent: you can’t write here`,
  not_accepted: msg`Not sent: for now they only take first messages from people they choose`,
  invite_pending: msg`Not sent: your invitation hasn’t been accepted yet`,
  too_many: msg`Not sent: you’ve started a lot of conversations, try again in an hour`,
  first_message_limit: msg`Not sent: for a day your account can start only a few conversations an hour. Try again later`,
  not_found: msg`Not sent: you can’t write here`,
  not_verified: msg`Not sent: confirm your email first`,
  age_check_required: msg`Not sent: check your age first`,
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
  const reason = reasons[code ?? (state === 'waiting' ? 'offline' : '')] ?? msg`Not sent`
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
          <Trans>This is taking longer than usual</Trans>
        ) : (
          <Trans>Sending…</Trans>
        )}
        {(stuck || isSlow) && (
          <button type="button" className={styles.footButton} onClick={() => onRetry(id)}>
            <Trans>Try again</Trans>
          </button>
        )}
        {stuck && (
          <button type="button" className={styles.footButton} onClick={() => onRemove(id)}>
            <Trans>Delete</Trans>
          </button>
        )}
        {isKept === false && (
          <span className={styles.unkept} role="status">
            <Trans>This browser can’t keep it: don’t close the page until it has been sent.</Trans>
          </span>
        )}
      </div>
    </>
  )
}
