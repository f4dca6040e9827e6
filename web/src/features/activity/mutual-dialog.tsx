import { Trans } from '@lingui/react/macro'
import { ownPhoto } from '../../app/session/own-photo.ts'
import { useSession } from '../../app/session/session.tsx'
import { Avatar } from '../../components/people/avatar.tsx'
import { Button, ButtonLink } from '../../components/buttons/button.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Badge } from '../../components/marks/labels.tsx'
import layout from '../../styles/layout.module.css'
import styles from './activity.module.css'
import type { Mutual } from './mutual.ts'

/** Both like each other: said once, with the way to write. */
const MutualDialog = ({ mutual, onClose }: { mutual: Mutual; onClose: () => void }) => {
  const { session } = useSession()
  const { screenName } = mutual
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Tu e {screenName} vi piacete</Trans>}
      intro={<Trans>Un buon momento per scrivere due righe.</Trans>}
    >
      <p className={styles.pair}>
        <Avatar photo={ownPhoto(session)} name={session.screenName} size={96} />
        <Avatar photo={mutual.default_photo} name={screenName} size={96} />
      </p>
      {mutual.sample && (
        <p className={styles.centre}>
          <Badge>
            <Trans>Esempio</Trans>
          </Badge>
        </p>
      )}
      <div className={`${layout.stack} ${layout.g2}`}>
        <ButtonLink href={`/chats/${mutual.angelId}`} size="lg" block onClick={onClose}>
          <Trans>Scrivi a {screenName}</Trans>
        </ButtonLink>
        <Button variant="sec" size="lg" block onClick={onClose}>
          <Trans>Non adesso</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

export default MutualDialog
