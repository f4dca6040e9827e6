import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyDialog } from '#components/dialogs/lazy-dialog.ts'
import { Icon } from '#components/marks/icon.tsx'
import { ChipButton, Count } from '#components/marks/labels.tsx'
import text from '#styles/text.module.css'
import type { FilterControls } from '../filters/use-filters.tsx'
import { savedQuery } from '../matches/saved-query.ts'

const SavedDialog = lazyDialog(() => import('../saved/saved-dialog.tsx'))

/** Opens the member's saved searches, and shows how many new members they would show. */
export const SavedChip = ({ filtering }: { readonly filtering: FilterControls }) => {
  const [open, setOpen] = useState(false)
  const { data } = useQuery(savedQuery)
  const fresh = data?.searches.reduce((sum, { newMembers }) => sum + newMembers, 0) ?? 0
  return (
    <>
      <ChipButton aria-haspopup="dialog" onPointerDown={() => void SavedDialog.preload()} onClick={() => setOpen(true)}>
        <Icon of={Bookmark} size={18} />
        <Trans>Searches</Trans>
        <Count value={fresh} />
        {fresh > 0 && (
          <span className={text.hidden}>
            <Plural value={fresh} one="# new profile" other="# new profiles" />
          </span>
        )}
      </ChipButton>
      <Suspense fallback={null}>
        {open && <SavedDialog filtering={filtering} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
