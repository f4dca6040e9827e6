import { Trans, useLingui } from '@lingui/react/macro'
import { Heart } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ownPhoto } from '#app/session/own-photo.ts'
import { useSession } from '#app/session/session.tsx'
import { shake } from '#components/feedback/motion.ts'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { TextArea } from '#components/forms/text-field.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { Avatar } from '#components/people/avatar.tsx'
import layout from '#styles/layout.module.css'
import styles from './mutual-dialog.module.css'
import type { Mutual } from './mutual.ts'

/**
 * Full-screen notice of a mutual like. The message written here is handed to the conversation, where its price is shown
 * beside the send button.
 */
const MutualDialog = ({ mutual, onClose }: { mutual: Mutual; onClose: () => void }) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { session } = useSession()
  const { memberName } = mutual
  const [draft, setDraft] = useState('')
  useEffect(() => shake('match'), [])
  const write = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    void navigate(`/chats/${mutual.memberId}`, { state: { draft: draft.trim() } })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="full"
      title={
        <span className={styles.title}>
          <Trans>You and {memberName} like each other</Trans>
        </span>
      }
    >
      <div className={styles.moment}>
        <p className={styles.pair}>
          <span className={styles.mine}>
            <Avatar photo={ownPhoto(session)} name={session.memberName} size={128} />
          </span>
          <span className={styles.heart}>
            <Icon of={Heart} size={28} filled />
          </span>
          <span className={styles.theirs}>
            <Avatar photo={mutual.photo} name={memberName} size={128} />
          </span>
        </p>
        {mutual.sample && (
          <p className={styles.sample}>
            <Badge>
              <Trans>Sample</Trans>
            </Badge>
          </p>
        )}
        <form className={`${layout.stack} ${layout.g3} ${styles.form}`} onSubmit={write}>
          <TextArea
            label={t`Write to ${memberName}`}
            rows={2}
            maxLength={2000}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            hint={<Trans>You’ll see what it costs before you send it.</Trans>}
          />
          <Button type="submit" size="lg" block>
            <Trans>Go to the conversation</Trans>
          </Button>
          <ButtonLink href={`/user/${mutual.memberId}`} variant="ghost" size="lg" block onClick={onClose}>
            <Trans>View the profile</Trans>
          </ButtonLink>
          <Button variant="ghost" size="lg" block onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
        </form>
      </div>
    </Dialog>
  )
}

export default MutualDialog
