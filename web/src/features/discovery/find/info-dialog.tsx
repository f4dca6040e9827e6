import { Trans } from '@lingui/react/macro'
import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#app/session/session.tsx'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { SampleTag } from '#components/marks/labels.tsx'
import { DistanceText } from '#components/people/distance.tsx'
import type { CardMember } from '#components/people/profile-card.tsx'
import { VerifiedMark } from '#components/people/verified-mark.tsx'
import { MemberMenu } from '#features/trust/index.ts'
import styles from './info-dialog.module.css'

/**
 * The profile info modal: an enlarged card with buttons to the profile and to the conversation. The flow decides for
 * each button whether it navigates or only closes the modal (`modaleToProfilo`, `modaleToChat`), and the label says
 * which.
 */
const InfoDialog = ({
  member,
  onVisit,
  onClose,
}: {
  readonly member: CardMember
  /** The profile button was pressed. */
  readonly onVisit: () => void
  readonly onClose: () => void
}) => {
  const { flow } = useSession().session
  const modal = flow.pages[0]?.find.hooks
  const [failed, setFailed] = useState(false)
  const { id, memberName, age, city, distance, photo } = member
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <span className={styles.title}>
          {memberName}, {age} {member.verified && <VerifiedMark at={member.verifiedAt} />}
        </span>
      }
      intro={
        <>
          {city}
          {distance && (
            <>
              {' · '}
              <DistanceText distance={distance} />
            </>
          )}
        </>
      }
    >
      <div className={styles.picture}>
        {photo && !failed ? (
          <img src={photo} alt="" width={480} height={600} decoding="async" onError={() => setFailed(true)} />
        ) : (
          <span className={styles.initial} aria-hidden>
            {[...memberName][0]}
          </span>
        )}
        <div className={styles.over}>
          {member.sample ? <SampleTag /> : <span />}
          <MemberMenu member={member} onBlocked={onClose} />
        </div>
      </div>
      <DialogActions>
        {modal?.closesAtProfile === 0 && (
          <ButtonLink href={`/user/${id}`} variant="sec" onClick={onVisit}>
            <Trans>View the profile</Trans>
          </ButtonLink>
        )}
        {(modal?.closesAtProfile === 1 || modal?.closesAtChat === 1) && (
          <Button variant="sec" onClick={onClose}>
            <Trans>Back to search</Trans>
          </Button>
        )}
        {modal?.closesAtChat === 0 && (
          <ButtonLink href={`/chats/${id}`}>
            <Icon of={MessageCircle} />
            <Trans>Write</Trans>
          </ButtonLink>
        )}
      </DialogActions>
    </Dialog>
  )
}

export default InfoDialog
