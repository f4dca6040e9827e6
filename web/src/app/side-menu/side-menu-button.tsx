import { useLingui } from '@lingui/react/macro'
import { Menu } from 'lucide-react'
import { Suspense, useState } from 'react'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'

const SideMenu = lazyDialog(() => import('./content/side-menu.tsx'))

/** Opens the side menu of phones. */
export const SideMenuButton = () => {
  useIdlePreload(SideMenu)
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={Menu} label={t`Menu`} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Suspense fallback={null}>{open && <SideMenu onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
