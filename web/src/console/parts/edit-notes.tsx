import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import parts from './parts.module.css'

/** Says that what was written before is still there, unsaved. */
export const KeptNote = ({ forget }: { readonly forget: () => void }) => (
  <Note>
    <span className={parts.noteRow}>
      <Trans>What you had written here isn’t saved yet.</Trans>
      <Button size="sm" variant="ghost" onClick={forget}>
        <Trans>Forget it</Trans>
      </Button>
    </span>
  </Note>
)

/** Says that a colleague has saved something else meanwhile, and takes theirs. */
export const BehindNote = ({ forget, children }: { readonly forget: () => void; readonly children: ReactNode }) => (
  <Note tone="bad" role="alert">
    <span className={parts.noteRow}>
      {children}
      <Button size="sm" variant="sec" onClick={forget}>
        <Trans>Load it</Trans>
      </Button>
    </span>
  </Note>
)
