import type { Member } from '@incontro/contract/domain'
import { Trans } from '@lingui/react/macro'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { Reason } from './reason.tsx'

/** The reason in a dialog, on screens without room for it beside the deck. */
const ReasonDialog = ({ member, onClose }: { member: Member; onClose: () => void }) => (
  <Dialog open onClose={onClose} title={<Trans>Why this profile?</Trans>}>
    <Reason member={member} />
    <Button variant="sec" block onClick={onClose}>
      <Trans>Got it</Trans>
    </Button>
  </Dialog>
)

export default ReasonDialog
