import type { DistanceBand } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { EllipsisVertical, Heart, MessageCircle } from 'lucide-react'
import { memo, type MouseEvent, useState } from 'react'
import { Link, useViewTransitionState } from 'react-router'
import { classNames } from '#styles/class-names.ts'
import { lessMotion } from '../feedback/motion.ts'
import { Icon } from '../marks/icon.tsx'
import { SampleTag } from '../marks/labels.tsx'
import { NameAge } from './name-age.tsx'
import { Photo } from './photo.tsx'
import { DistanceText } from './distance.tsx'
import { VerifiedMark } from './verified-mark.tsx'
import styles from './profile-card.module.css'

/** The data of a member's card; a `Member` fits. */
export interface CardMember {
  readonly id: string
  readonly memberName: string
  readonly age: number
  readonly city: string
  readonly photo: string | null
  readonly thumbhash?: string | null
  readonly distance?: DistanceBand | null
  readonly online: boolean
  readonly verified: boolean
  readonly verifiedAt?: string | null
  readonly sample: boolean
}

export interface ProfileCardProps {
  readonly member: CardMember
  readonly liked?: boolean
  readonly likeBusy?: boolean
  /** Without it the card has no buttons. */
  readonly onLike?: (member: CardMember) => void
  readonly onVisit?: (member: CardMember) => void
  /** Handles a press on the card instead of opening the member's page, which then opens only in a new tab. */
  readonly onOpen?: ((member: CardMember) => void) | undefined
  /** Opens the menu to report and block beside the button that was pressed; without it there is none. */
  readonly onMenu?: (member: CardMember, button: HTMLElement) => void
  /** Loads the photo eagerly; for the first row only. */
  readonly eager?: boolean
  readonly heading?: 'h2' | 'h3'
  readonly className?: string
}

const isForNewTab = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey

const Card = ({
  member,
  liked = false,
  likeBusy = false,
  onLike,
  onVisit,
  onOpen,
  onMenu,
  eager = false,
  heading: Heading = 'h2',
  className,
}: ProfileCardProps) => {
  const { t } = useLingui()
  const [failed, setFailed] = useState<string | null>(null)
  const { memberName, age, city, photo } = member
  const page = `/user/${member.id}`
  // During navigation to the page and back, a view transition moves the photo.
  const isOpening = useViewTransitionState(page)
  return (
    <article className={classNames(styles.card, className)}>
      {photo && photo !== failed ? (
        <Photo
          thumbhash={member.thumbhash}
          className={classNames(styles.photo, isOpening && styles.opening)}
          src={photo}
          alt=""
          width={300}
          height={415}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          onError={() => setFailed(photo)}
        />
      ) : (
        <span className={styles.initial} aria-hidden>
          {[...memberName][0]}
        </span>
      )}
      <div className={styles.head}>
        {member.sample ? <SampleTag /> : <span />}
        {onMenu && (
          <button
            type="button"
            className={styles.more}
            aria-label={t`More actions: ${memberName}`}
            aria-haspopup="menu"
            onClick={(event) => onMenu(member, event.currentTarget)}
          >
            <Icon of={EllipsisVertical} />
          </button>
        )}
      </div>
      <div className={styles.foot}>
        <div>
          <Heading className={styles.name}>
            <Link
              className={styles.link}
              to={page}
              viewTransition={!lessMotion()}
              aria-haspopup={onOpen && 'dialog'}
              onClick={(event) => {
                if (!onOpen || isForNewTab(event)) return onVisit?.(member)
                event.preventDefault()
                onOpen(member)
              }}
            >
              <NameAge name={memberName} age={age} />
            </Link>
            {member.verified && <VerifiedMark at={member.verifiedAt} />}
          </Heading>
          <p className={styles.meta}>
            {member.online && <span className={styles.dot} role="img" aria-label={t`Online now`} />}
            <span className={styles.place}>{city}</span>
            {member.distance && (
              <span className={styles.distance}>
                <DistanceText distance={member.distance} />
              </span>
            )}
          </p>
        </div>
        {onLike && (
          <div className={styles.actions}>
            <Link className={styles.write} to={`/chats/${member.id}`} aria-label={t`Write to ${memberName}`}>
              <Icon of={MessageCircle} size={18} />
              <Trans>Write</Trans>
            </Link>
            <button
              type="button"
              className={styles.like}
              aria-pressed={liked}
              aria-disabled={likeBusy || undefined}
              aria-label={t`Like: ${memberName}`}
              onClick={() => {
                if (!likeBusy) onLike(member)
              }}
            >
              <Icon of={Heart} filled={liked} />
            </button>
          </div>
        )}
      </div>
    </article>
  )
}

/**
 * A member's card in the grid: one link to their page, with two buttons on it. It is rendered again only when its member
 * or a handler changes, not with everything that its page fetches.
 */
export const ProfileCard = memo(Card)
