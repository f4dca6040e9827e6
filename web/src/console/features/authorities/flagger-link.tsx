import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { TextField } from '#components/forms/text-field.tsx'

/** The link of a trusted flagger, once. */
export const FlaggerLink = ({ link, onClose }: { readonly link: string; readonly onClose: () => void }) => {
  const { t } = useLingui()
  const [copied, setCopied] = useState<'not yet' | 'yes' | 'failed'>('not yet')
  return (
    <Dialog
      open
      title={t`Their link`}
      intro={<Trans>It is shown this once. Send it to them, and to no one else.</Trans>}
      onClose={onClose}
    >
      <TextField label={t`Their link`} readOnly value={link} onFocus={(event) => event.target.select()} />
      {copied === 'failed' && (
        <FieldMessage>
          <Trans>The browser doesn’t allow copying: select the link and copy it.</Trans>
        </FieldMessage>
      )}
      <DialogActions>
        <Button
          variant="sec"
          onClick={() =>
            void navigator.clipboard.writeText(link).then(
              () => setCopied('yes'),
              // The person reads what to do instead.
              () => setCopied('failed'),
            )
          }
        >
          {copied === 'yes' ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
        </Button>
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
