import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, Heart } from 'lucide-react'
import { Link } from 'react-router'
import { Avatar } from '../../../components/people/avatar.tsx'
import { classNames } from '../../../styles/class-names.ts'
import { IconButton, IconLink } from '../../../components/buttons/icon-button.tsx'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { VerifiedMark } from '../../../components/people/profile-card.tsx'
import text from '../../../styles/text.module.css'
import { useLike } from '../../activity/index.ts'
import { PersonMenu } from '../../discovery/index.ts'
import styles from '../messages/chat.module.css'
import type { Partner } from './use-partner.ts'

const Status = ({ partner, typing }: { partner: Partner; typing: boolean }) => (
  <span className={styles.status}>
    <span role="status">{typing && <Trans>Sta scrivendo…</Trans>}</span>
    {!typing && partner.writable && (partner.online ? <Trans>Online ora</Trans> : <Trans>Disponibile</Trans>)}
    {!typing && !partner.writable && <Trans>Non riceve messaggi</Trans>}
    {partner.sample && (
      <>
        {' '}
        · <Trans>Esempio</Trans>
      </>
    )}
  </span>
)

const Who = ({ partner, typing }: { partner: Partner; typing: boolean }) => (
  <>
    <Avatar photo={partner.photo} name={partner.memberName} size={40} online={partner.online} />
    <span className={styles.whoWords}>
      <span className={styles.whoName}>
        <span className={text.clip}>
          {partner.age === null ? partner.memberName : `${partner.memberName}, ${partner.age}`}
        </span>
        {partner.verified && <VerifiedMark />}
      </span>
      <Status partner={partner} typing={typing} />
    </span>
  </>
)

/** Who it is, what they are doing, like, report and block. */
export const ConversationHead = ({ partner, typing }: { partner: Partner | null; typing: boolean }) => {
  const { t } = useLingui()
  const likes = useLike()
  const liked = partner !== null && likes.isLiked(partner)
  return (
    <header className={styles.head}>
      <span className={styles.back}>
        <IconLink icon={ChevronLeft} label={t`Torna alle chat`} href="/chats" />
      </span>
      {!partner && (
        <span className={styles.who}>
          <Skeleton shape="short" />
        </span>
      )}
      {partner &&
        (partner.visible ? (
          <Link className={styles.who} to={`/user/${partner.id}`}>
            <Who partner={partner} typing={typing} />
          </Link>
        ) : (
          <span className={styles.who}>
            <Who partner={partner} typing={typing} />
          </span>
        ))}
      {partner?.visible && (
        <>
          <IconButton
            icon={Heart}
            filled={liked}
            label={t`Mi piace`}
            aria-pressed={liked}
            className={classNames(liked && styles.read)}
            aria-busy={likes.isBusy(partner) || undefined}
            onClick={() => void likes.like(partner)}
          />
          <PersonMenu person={partner} profileLink />
        </>
      )}
      {likes.popup}
    </header>
  )
}
