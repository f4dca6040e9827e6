import type { MemberPage } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, Eye, Heart, MessageCircle } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '#app/session/session.tsx'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { SampleTag } from '#components/marks/labels.tsx'
import { Note } from '#components/feedback/note.tsx'
import { DistanceText } from '#components/people/distance.tsx'
import { PresenceText } from '#components/people/presence.tsx'
import { useVerifiedWords, VerifiedMark } from '#components/people/verified-mark.tsx'
import { classNames } from '#styles/class-names.ts'
import text from '#styles/text.module.css'
import { useLike } from '#features/activity/index.ts'
import { useChoiceTexts } from '#features/choices/index.ts'
import { Gallery } from '#features/photos/index.ts'
import { MemberMenu } from '#features/trust/index.ts'
import { useCard } from './card-of.ts'
import styles from './member-profile.module.css'
import { Facts } from './facts.tsx'
import { PhoneButton } from './phone.tsx'
import { Answers, InCommon, Interests } from './said.tsx'

/** Leads back to where the page was opened, or to the list. */
const useBack = () => {
  const navigate = useNavigate()
  return () => void (history.length > 1 ? navigate(-1) : navigate('/find'))
}

const Portrait = ({ otherMember, own }: { otherMember: MemberPage; own: boolean }) => {
  const { t } = useLingui()
  const back = useBack()
  const card = useCard(otherMember.id)
  return (
    <div className={styles.portrait}>
      <Gallery
        photos={otherMember.gallery}
        first={card?.photo}
        name={otherMember.memberName}
        mark={
          otherMember.sample && (
            <span className={styles.sample}>
              <SampleTag />
            </span>
          )
        }
      />
      <div className={styles.over}>
        <IconButton icon={ChevronLeft} label={t`Back`} onClick={back} />
        {!own && <MemberMenu member={otherMember} onBlocked={back} />}
      </div>
    </div>
  )
}

/** Large photo, the two actions, and the profile's content. */
export const MemberProfile = ({ otherMember }: { otherMember: MemberPage }) => {
  const likes = useLike()
  const back = useBack()
  const { session } = useSession()
  const { memberName, age, city } = otherMember
  const own = otherMember.id === session.memberId
  const liked = likes.isLiked(otherMember)
  const texts = useChoiceTexts()
  const verifiedWords = useVerifiedWords()
  return (
    <div className={styles.profile}>
      <Portrait otherMember={otherMember} own={own} />
      <div className={styles.side}>
        <div className={styles.titleRow}>
          <div>
            <h1 className={`${text.h1} ${styles.name}`}>
              {memberName}, {age} {otherMember.verified && <VerifiedMark at={otherMember.verifiedAt} />}
            </h1>
            <p className={styles.meta}>
              {otherMember.presence !== null && (
                <>
                  <span className={classNames(otherMember.online && styles.online)}>
                    <PresenceText presence={otherMember.presence} />
                  </span>
                  <span aria-hidden>·</span>
                </>
              )}
              <span>{city || otherMember.region}</span>
              {!own && otherMember.distance && (
                <>
                  <span aria-hidden>·</span>
                  <span>
                    <DistanceText distance={otherMember.distance} />
                  </span>
                </>
              )}
            </p>
          </div>
          {!own && (
            <span className={styles.wide}>
              <MemberMenu member={otherMember} onBlocked={back} />
            </span>
          )}
        </div>
        {otherMember.verifiedAt && (
          <p className={classNames(text.sm, text.muted)}>{verifiedWords(otherMember.verifiedAt)}</p>
        )}
        {own && (
          <Note icon={Eye}>
            <Trans>
              This is how others see you. <Link to="/profile#details">Edit your profile</Link>
            </Trans>
          </Note>
        )}
        {otherMember.likedYou && (
          <Note tone="pri" icon={Heart}>
            {liked ? <Trans>You like each other.</Trans> : <Trans>{memberName} liked you.</Trans>}
          </Note>
        )}
        {!own && (
          <div className={styles.actions}>
            <ButtonLink href={`/chats/${otherMember.id}`} size="lg" variant="sec">
              <Icon of={MessageCircle} />
              <Trans>Write</Trans>
            </ButtonLink>
            <Button
              size="lg"
              busy={likes.isBusy(otherMember) && <Trans>Sending…</Trans>}
              onClick={() => void likes.like(otherMember)}
            >
              <Icon of={Heart} filled={liked} />
              {liked ? <Trans>Liked</Trans> : <Trans>Like</Trans>}
            </Button>
          </div>
        )}
        {otherMember.hasPhone && <PhoneButton memberId={otherMember.id} memberName={memberName} />}
        {texts && <InCommon otherMember={otherMember} texts={texts} />}
        {otherMember.about && <p className={styles.about}>{otherMember.about}</p>}
        {otherMember.description && (
          <Card as="section">
            <h2 className={text.h3}>
              <Trans>Looking for</Trans>
            </h2>
            <p className={styles.seeks}>{otherMember.description}</p>
          </Card>
        )}
        {texts && <Answers otherMember={otherMember} texts={texts} likes={own ? undefined : likes} />}
        <Facts otherMember={otherMember} texts={texts} />
        {texts && <Interests otherMember={otherMember} texts={texts} />}
        {otherMember.sample && (
          <Note>
            <Trans>
              This is a sample profile: the person doesn’t exist, the portrait is a drawing and the replies are written
              by a program.
            </Trans>
          </Note>
        )}
        {!own && (
          <ButtonLink href={`/chats/${otherMember.id}`} size="lg" variant="soft" block>
            <Icon of={MessageCircle} />
            <Trans>Write to {memberName} privately</Trans>
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
