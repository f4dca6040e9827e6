import type { Member } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, EllipsisVertical, Info } from 'lucide-react'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '#styles/class-names.ts'
import { lessMotion } from '#components/feedback/motion.ts'
import { IconButton, IconLink } from '#components/buttons/icon-button.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { SampleTag } from '#components/marks/labels.tsx'
import { DistanceText } from '#components/people/distance.tsx'
import { Photo } from '#components/people/photo.tsx'
import { VerifiedMark } from '#components/people/verified-mark.tsx'
import { useChoiceTexts } from '#features/choices/index.ts'
import styles from './deck-card.module.css'
import type { DeckMember } from './deck-state.ts'
import { type Answer, bioOf } from './swipe.ts'
import { showStamps, useDrag } from './use-drag.ts'

const far = {
  like: 'translateX(calc(60vw + 100%)) rotate(18deg)',
  dislike: 'translateX(calc(-60vw - 100%)) rotate(-18deg)',
}

/** Animates a card out or back in; with reduced motion it only fades. */
const move = (card: HTMLElement, way: 'out' | 'in', answer: Answer): Animation => {
  const [there, here] = lessMotion()
    ? [{ opacity: 0 }, { opacity: 1 }]
    : [{ transform: far[answer] }, { transform: card.style.transform || 'none' }]
  const duration = lessMotion() ? 200 : 360
  return way === 'out'
    ? card.animate([here, there], { duration, easing: 'cubic-bezier(.5, 0, .9, .3)', fill: 'forwards' })
    : card.animate([there, lessMotion() ? here : { transform: 'none' }], {
        duration,
        easing: 'cubic-bezier(.2, .8, .2, 1)',
      })
}

export interface DeckCardProps {
  readonly member: DeckMember
  /** 0 is the top card. A leaving card keeps its element, so that its animation starts where the finger let go. */
  readonly place: 0 | 1 | 2 | 'leaving'
  readonly answer: Answer
  /** Its answer was undone: it comes back from the side to which it left. */
  readonly returned: boolean
  readonly onAnswer: (answer: Answer) => void
  readonly onGone: (id: string) => void
  readonly onMenu: (member: Member, button: HTMLElement) => void
}

/** Their interests, those in common marked. The texts load later, so their space is reserved. */
const Interests = ({ interests }: { readonly interests: NonNullable<DeckMember['interests']> }) => {
  const texts = useChoiceTexts()
  if (interests.length === 0) return null
  return (
    <ul className={styles.interests}>
      {texts &&
        interests.map(({ id, shared }) => (
          <li key={id} className={classNames(shared && styles.shared)}>
            {shared && <Icon of={Check} size={13} />}
            {texts.interest(id)}
          </li>
        ))}
    </ul>
  )
}

/** What a card shows. It stays the same while the card moves from place to place. */
const Face = memo(({ member, onMenu, urgent }: Pick<DeckCardProps, 'member' | 'onMenu'> & { urgent: boolean }) => {
  const { t } = useLingui()
  const [failed, setFailed] = useState(false)
  const { id, memberName, age, city, region, photo } = member
  return (
    <>
      {photo && !failed ? (
        <Photo
          thumbhash={member.thumbhash}
          className={styles.photo}
          src={photo}
          alt=""
          width={480}
          height={640}
          draggable={false}
          decoding="async"
          fetchPriority={urgent ? 'high' : undefined}
          onError={() => setFailed(true)}
        />
      ) : (
        <span className={styles.initial} aria-hidden>
          {[...memberName][0]}
        </span>
      )}
      <span className={classNames(styles.stamp, styles.yes)} data-stamp="like" aria-hidden>
        <Trans>Like</Trans>
      </span>
      <span className={classNames(styles.stamp, styles.no)} data-stamp="dislike" aria-hidden>
        <Trans>No thanks</Trans>
      </span>
      <div className={styles.over}>
        {member.sample ? <SampleTag /> : <span />}
        <span className={styles.tools}>
          <IconLink icon={Info} label={t`Open ${memberName}’s profile`} href={`/user/${id}`} />
          <IconButton
            icon={EllipsisVertical}
            label={t`More actions: ${memberName}`}
            aria-haspopup="menu"
            onClick={(event) => onMenu(member, event.currentTarget)}
          />
        </span>
      </div>
      <div className={styles.words}>
        <h2 className={styles.name}>
          {memberName}, {age} {member.verified && <VerifiedMark at={member.verifiedAt} />}
        </h2>
        <p className={styles.meta}>
          {member.online && <span className={styles.dot} role="img" aria-label={t`Online now`} />}
          <span>{city || region}</span>
          {member.distance && (
            <>
              <span aria-hidden>·</span>
              <DistanceText distance={member.distance} />
            </>
          )}
        </p>
        {member.interests && <Interests interests={member.interests} />}
        {member.about && <p className={styles.bio}>{bioOf(member.about)}</p>}
      </div>
    </>
  )
})

/** A member's card on the deck. Only the top card is visible to assistive technology. */
export const DeckCard = ({ member, place, answer, returned, onAnswer, onGone, onMenu }: DeckCardProps) => {
  const card = useRef<HTMLElement>(null)
  const drag = useDrag(card, onAnswer)
  const leaving = place === 'leaving'
  const [wasTop] = useState(place === 0)
  const { id } = member

  useLayoutEffect(() => {
    const element = card.current
    if (!element) return
    if (!leaving) {
      element.style.transform = ''
      showStamps(element, { like: 0, dislike: 0 })
      if (returned) move(element, 'in', answer)
      return
    }
    showStamps(element, { like: 0, dislike: 0, [answer]: 1 })
    const way = move(element, 'out', answer)
    way.onfinish = () => onGone(id)
    return () => way.cancel()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the card leaves or comes back
  }, [leaving])

  const top = place === 0
  return (
    <article
      ref={card}
      className={classNames(
        styles.card,
        place === 1 && styles.second,
        place === 2 && styles.third,
        leaving && styles.leaving,
      )}
      aria-hidden={top ? undefined : true}
      inert={!top}
      {...(top ? drag : {})}
    >
      <Face member={member} onMenu={onMenu} urgent={wasTop} />
    </article>
  )
}
