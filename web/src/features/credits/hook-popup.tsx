import type { HookCode } from '@incontro/contract'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { useNavigate } from 'react-router'
import { useSession } from '#app/session/session.tsx'
import type { HookPopupProps } from './hook-popup-props.ts'

const Popup = lazyDialog(() => import('./hook-dialog.tsx'))

/**
 * Explains why the member cannot go on and what would let them. One component for all hooks; "no" is a full-size
 * button.
 */
const HookPopup = (props: HookPopupProps) => (
  <Suspense fallback={null}>
    <Popup {...props} />
  </Suspense>
)

/**
 * Shows hooks on a page: call `show('file_like')` and render `popup`. In a flow with an age check it navigates directly
 * to the plans page (section 4, "Hook display").
 */
export const useHookPopup = (
  onClosed?: (hook: HookCode) => void,
): { show: (hook: HookCode, draft?: string) => void; popup: ReactNode } => {
  useIdlePreload(Popup)
  const [open, setOpen] = useState<{ hook: HookCode; draft: string | undefined } | null>(null)
  const { session } = useSession()
  const navigate = useNavigate()
  const show = (hook: HookCode, draft?: string) => {
    if (session.flow.ageCheck === 1) void navigate(`/vip_plan/${hook}`)
    else setOpen({ hook, draft })
  }
  const close = () => {
    setOpen(null)
    if (open) onClosed?.(open.hook)
  }
  return { show, popup: open && <HookPopup hook={open.hook} draft={open.draft} onClose={close} /> }
}
