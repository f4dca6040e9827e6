import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { CopyField } from './copy-field.tsx'

/** A secret that was just made, once. */
export const ShownOnce = ({
  title,
  intro,
  value,
  onClose,
}: {
  readonly title: string
  readonly intro: ReactNode
  readonly value: string
  readonly onClose: () => void
}) => (
  <Dialog open title={title} intro={intro} onClose={onClose}>
    <CopyField label={title} value={value} />
    <DialogActions>
      <Button onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </DialogActions>
  </Dialog>
)
