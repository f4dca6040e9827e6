import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { ActionDialog } from './action-dialog.tsx'

/** The dialog of an action that is held for some seconds: it says before what can be done about it afterwards. */
export const HeldDialog = ({
  intro,
  later,
  ...dialog
}: ComponentProps<typeof ActionDialog> & {
  /** What undoes it later, or that nothing does. */
  readonly later: ReactNode
}) => (
  <ActionDialog
    {...dialog}
    intro={
      <>
        {intro} <Trans>For ten seconds you can take it back.</Trans> {later}
      </>
    }
  />
)
