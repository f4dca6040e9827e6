import type { HookCode } from '@incontro/contract'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { useNavigate } from 'react-router'
import { useSession } from '#app/session/session.tsx'
import { useOpenDialog } from '#app/shell/dialogs.ts'

const HookDialog = lazyDialog(() => import('./hook-dialog.tsx'))

/**
 * Shows a hook, which explains why the member cannot go on and what would let them: one dialog for all hooks, in which
 * "no" is a full-size button. In a flow with an age check it navigates directly to the plans page (section 4, "Hook
 * display").
 */
export const useShowHook = (onClosed?: (hook: HookCode) => void): ((hook: HookCode, draft?: string) => void) => {
  useIdlePreload(HookDialog)
  const { session } = useSession()
  const navigate = useNavigate()
  const openDialog = useOpenDialog()
  return (hook, draft) => {
    if (session.flow.ageCheck === 1) void navigate(`/vip_plan/${hook}`)
    else openDialog(HookDialog, { hook, draft }, () => onClosed?.(hook))
  }
}
