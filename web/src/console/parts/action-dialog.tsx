import type { Undo } from '@incontro/contract/admin'
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { useToast } from '#components/feedback/toast.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** A dialog with a reason, after which the person reads that it was done, can take it back, or waits for a second one. */
export const ActionDialog = ({
  run,
  onDone,
  ...dialog
}: ComponentProps<typeof ReasonDialog> & {
  /** It was done, or can still be taken back. */
  readonly onDone: (undo: Undo | null) => void
}) => {
  const { t } = useLingui()
  const toast = useToast()
  return (
    <ReasonDialog
      {...dialog}
      run={async (reason) => {
        const { state, undo = null } = ((await run(reason)) ?? {}) as {
          readonly state?: string
          readonly undo?: Undo | null
        }
        if (undo === null)
          toast({
            text:
              state === 'waiting'
                ? t`This is above your limit: a second person decides it on the page Approvals.`
                : t`Done, and recorded in the audit.`,
          })
        onDone(undo)
      }}
    />
  )
}
