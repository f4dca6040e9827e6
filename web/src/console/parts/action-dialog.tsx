import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { useToast } from '#components/feedback/toast.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** A dialog with a reason, after which the person reads that it was done, or waits for a second one. */
export const ActionDialog = ({
  run,
  onDone,
  ...dialog
}: ComponentProps<typeof ReasonDialog> & {
  /** Something was changed: what is shown is read again. */
  readonly onDone: () => void
}) => {
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
