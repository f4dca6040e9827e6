import type { FilterId, SearchFilters } from '@incontro/contract'
import { filterIds } from '@incontro/contract/search-filters'
import { Trans, useLingui } from '@lingui/react/macro'
import { SlidersHorizontal, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { Icon } from '#components/marks/icon.tsx'
import { ChipButton, Count } from '#components/marks/labels.tsx'
import { SavedChip } from './saved-chip.tsx'
import { useFilterTexts } from '../filters/filter-texts.ts'
import styles from '../filters/filters.module.css'
import type { FilterControls } from '../filters/use-filters.tsx'
import { withoutFilter } from '../filters/without-filter.ts'

const FiltersDialog = lazyDialog(() => import('../filters/filters-dialog.tsx'))

/** The filters that one press turns on. */
const quick = ['online', 'verified', 'withPhoto', 'isNew'] as const
const isQuick = (id: FilterId): id is (typeof quick)[number] => (quick as readonly FilterId[]).includes(id)

/** The filters in use, each with a button to remove it, and a button that opens all filters. */
export const FilterBar = ({
  filters,
  isSuggested,
  filtering,
}: {
  readonly filters: SearchFilters
  /** Whether the age range is the suggestion from sign-up. */
  readonly isSuggested: boolean
  readonly filtering: FilterControls
}) => {
  const onChange = (next: SearchFilters) => void filtering.save(next)
  useIdlePreload(FiltersDialog)
  const { t } = useLingui()
  const textOf = useFilterTexts()
  const [open, setOpen] = useState(false)
  const used = filterIds.filter((id) => filters[id] !== undefined)
  return (
    <div className={styles.bar} role="group" aria-label={t`Filters`}>
      <ChipButton
        aria-haspopup="dialog"
        aria-label={used.length > 0 ? t`Filters (${used.length})` : undefined}
        onPointerDown={() => void FiltersDialog.preload()}
        onClick={() => setOpen(true)}
      >
        <Icon of={SlidersHorizontal} size={18} />
        <Trans>Filters</Trans>
        <Count value={used.length} />
      </ChipButton>
      <SavedChip filtering={filtering} />
      {used
        .filter((id) => !isQuick(id))
        .map((id) => {
          const text = textOf(filters, id)
          return (
            <ChipButton
              key={id}
              className={styles.used}
              aria-label={t`Remove the filter ${text}`}
              title={isSuggested ? t`We chose it, around your own age` : undefined}
              onClick={() => onChange(withoutFilter(filters, id))}
            >
              {text}
              <Icon of={X} size={16} />
            </ChipButton>
          )
        })}
      {quick.map((id) => (
        <ChipButton
          key={id}
          aria-pressed={filters[id] === true}
          onClick={() => onChange(filters[id] ? withoutFilter(filters, id) : { ...filters, [id]: true })}
        >
          {id === 'online' && <span className={styles.dot} aria-hidden />}
          {textOf(filters, id)}
        </ChipButton>
      ))}
      <Suspense fallback={null}>
        {open && (
          <FiltersDialog
            filters={filters}
            isSuggested={isSuggested}
            onClose={() => setOpen(false)}
            onChange={(next) => {
              setOpen(false)
              onChange(next)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
