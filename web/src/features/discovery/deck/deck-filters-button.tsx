import type { SearchFilters } from '@incontro/contract'
import { useLingui } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'

const FiltersDialog = lazyDialog(() => import('../filters/filters-dialog.tsx'))

/** Opens the filters of the deck. */
export const DeckFiltersButton = ({
  search,
  onChange,
}: {
  /** Null until the first cards have come. */
  readonly search: { readonly filters: SearchFilters; readonly isSuggested: boolean } | null
  readonly onChange: (filters: SearchFilters) => void
}) => {
  useIdlePreload(FiltersDialog)
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const used = Object.keys(search?.filters ?? {})
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        icon={SlidersHorizontal}
        label={used.length > 0 ? t`Filters (${used.length})` : t`Filters`}
        aria-haspopup="dialog"
        aria-disabled={search ? undefined : true}
        onPointerDown={() => void FiltersDialog.preload()}
        onClick={() => setOpen(search !== null)}
      />
      <Suspense fallback={null}>
        {open && search && (
          <FiltersDialog
            filters={search.filters}
            isSuggested={search.isSuggested}
            mode="match"
            onClose={close}
            onChange={(filters) => {
              close()
              onChange(filters)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
