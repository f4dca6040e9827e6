import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { problemText } from '#console/base/problem-text.ts'
import { useFleetingForm } from '#console/base/unsaved.ts'
import styles from './parts.module.css'

/** An action with the reason that the audit keeps; `children` are further fields of it. */
export const ReasonDialog = ({
  title,
  intro,
  action,
  isDangerous = false,
  hasReason = true,
  stays = false,
  run,
  onClose,
  children,
}: {
  readonly title: string
  readonly intro?: ReactNode
  readonly action: string
  readonly isDangerous?: boolean
  /** False for what takes nothing from anyone: one’s own request. */
  readonly hasReason?: boolean
  /** It is replaced by what `run` brings, and does not close itself. */
  readonly stays?: boolean
  /** Closes the dialog when it has succeeded. */
  readonly run: (reason: string) => Promise<unknown>
  readonly onClose: () => void
  readonly children?: ReactNode
}) => {
  const { t, i18n } = useLingui()
  const [reason, setReason] = useState('')
  const mutation = useMutation({
    mutationFn: () => run(reason.trim()),
    onSuccess: () => (stays ? undefined : onClose()),
  })
  const fleeting = useFleetingForm(mutation.isError)
  /** Who closes it gives up what is written: some of these go back by the browser's history, which asks. */
  const close = () => {
    fleeting.onSubmitCapture()
    mutation.reset()
    onClose()
  }
  return (
    <Dialog open title={title} intro={intro} onClose={close}>
      <form
        {...fleeting}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          mutation.mutate()
        }}
      >
        {children}
        {hasReason && (
          <TextArea
            label={t`Reason`}
            hint={t`The audit keeps it with your name.`}
            required
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {mutation.error && <FieldMessage>{i18n._(problemText(mutation.error))}</FieldMessage>}
        <DialogActions>
          <Button variant="sec" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'pri'}
            disabled={hasReason && reason.trim() === ''}
            busy={mutation.isPending && <Trans>One moment…</Trans>}
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
