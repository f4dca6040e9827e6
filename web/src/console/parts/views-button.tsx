import type { ViewPageName } from '@incontro/contract/admin/view-words'
import { useLingui } from '@lingui/react/macro'
import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'

const ViewsDialog = lazy(() => import('./views-dialog.tsx'))

/** Opens the dialog in which the filters that are shown are saved. */
export const ViewsButton = ({ page }: { readonly page: ViewPageName }) => {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  useShortcut('v', t`Saved views`, () => setOpen(true))
  return (
    <>
      <IconButton icon={Bookmark} label={t`Saved views`} onClick={() => setOpen(true)} />
      <Suspense fallback={null}>{isOpen && <ViewsDialog page={page} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
