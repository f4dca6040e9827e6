import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { api } from '#app/api/api.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { useAttempt } from '#app/api/use-attempt.ts'
import { applyBlock } from './blocked-members.ts'
import type { ConcernedMember } from './concerned-member.ts'
import { undoBlock } from './undo-block.ts'

/** Blocks without notifying the other member, and offers to undo it. */
const BlockDialog = ({
  member: { id, memberName },
  onBlocked,
  onClose,
}: {
  readonly member: ConcernedMember
  /** Called after the block. */
  readonly onBlocked?: (() => void) | undefined
  readonly onClose: () => void
}) => {
  const { i18n } = useLingui()
  const client = useQueryClient()
  const toast = useToast()
  const { busy, failure, attempt } = useAttempt()
  const unblock = async () => {
    // The dialog that shows failures has closed by now.
    if (!(await undoBlock(client, id))) toast({ text: <Trans>That didn’t work. Try again in a moment.</Trans> })
  }
  const block = () =>
    attempt(async () => {
      await api('POST /api/block', { body: { memberId: id } })
      onClose()
      toast({
        text: <Trans>You blocked {memberName}.</Trans>,
        action: { label: <Trans>Undo the block</Trans>, onAction: () => void unblock() },
      })
      onBlocked?.()
      void applyBlock(client, id, true)
      focusMainOnceLost()
    })
  return (
    <Dialog
      open
      onClose={onClose}
      icon={Ban}
      tone="bad"
      title={<Trans>Block {memberName}?</Trans>}
      intro={<Trans>You won’t see each other any more and can’t write. We don’t notify anyone.</Trans>}
    >
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      <DialogActions>
        <Button variant="sec" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="danger" busy={busy && <Trans>Blocking…</Trans>} onClick={() => void block()}>
          <Trans>Block</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Until the blocked member's card or row has left the page, on a slow device too. */
const leavingMs = 5000
const lookEveryMs = 50

/**
 * The button that opened the menu leaves with its card or row, and the focus with it. It may be lost twice: when the
 * dialog goes, which gives it back to that button, and with the button.
 */
function focusMainOnceLost(leftMs = leavingMs): void {
  setTimeout(() => {
    const main = document.getElementById('main')
    if (main && document.activeElement === document.body) {
      main.tabIndex = -1
      main.focus({ preventScroll: true })
    }
    if (leftMs > 0) focusMainOnceLost(leftMs - lookEveryMs)
  }, lookEveryMs)
}

export default BlockDialog
