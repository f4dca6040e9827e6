import { Trans } from '@lingui/react/macro'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import styles from './find.module.css'

/** Explains the order of the list, "why am I seeing this" (rule 5.2). */
const OrderDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title={<Trans>Why this order?</Trans>}
    intro={<Trans>The rules are the same for everyone, and here they are.</Trans>}
  >
    <ol className={styles.rules}>
      <li>
        <Trans>If you chose a city, people who live there first, then the rest of the region.</Trans>
      </li>
      <li>
        <Trans>First, people who are online right now.</Trans>
      </li>
      <li>
        <Trans>Then people who were here most recently.</Trans>
      </li>
      <li>
        <Trans>In between, a few places for people who’ve just joined.</Trans>
      </li>
    </ol>
    <p>
      <Trans>
        You see people who are looking for someone like you, in your area. You don’t see closed profiles, people you’ve
        blocked or people who’ve blocked you.
      </Trans>
    </p>
    <p>
      <b>
        <Trans>Nobody can pay to appear first.</Trans>
      </b>
    </p>
    <Button variant="sec" block onClick={onClose}>
      <Trans>Got it</Trans>
    </Button>
  </Dialog>
)

export default OrderDialog
