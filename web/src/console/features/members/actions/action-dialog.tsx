import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { useToast } from '#components/feedback/toast.tsx'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import type { FileProps } from '../opened-file.ts'

/** What every dialog of the file's actions gets. */
export interface ActionProps extends FileProps {
  readonly onClose: () => void
  /** Something was changed: the file is read again. */
  readonly onDone: () => void
}

/** A dialog with a reason, after which the person reads that it was done. */
export const ActionDialog = ({
  run,
  onDone,
  ...dialog
}: ComponentProps<typeof ReasonDialog> & Pick<ActionProps, 'onDone'>) => {
  const { t } = useLingui()
  const toast = useToast()
  return (
    <ReasonDialog
      {...dialog}
      run={async (reason) => {
        await run(reason)
        toast({ text: t`Done, and recorded in the audit.` })
        onDone()
      }}
    />
  )
}
