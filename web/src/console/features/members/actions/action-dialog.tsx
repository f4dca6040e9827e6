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

/** A dialog with a reason, after which the person reads that it was done, or waits for a second one. */
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
        const result = await run(reason)
        const isWaiting = (result as { readonly state?: string } | undefined)?.state === 'waiting'
        toast({
          text: isWaiting
            ? t`This is above your limit: a second person decides it on the page Approvals.`
            : t`Done, and recorded in the audit.`,
        })
        onDone()
      }}
    />
  )
}
