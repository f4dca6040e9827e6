import { lazyDialog } from '#components/dialogs/lazy-dialog.ts'

export { default as Find, loader as loadFind } from './find/find.tsx'
export { LiveSearch } from './matches/live-search.ts'
export { matchesKey } from './matches/match-query.ts'
export { memberPageKey, memberQuery } from './member/member-query.ts'
export { ChangePlace } from './deck/change-place.tsx'
export { DeckFiltersButton } from './deck/deck-filters-button.tsx'
export { useDeckFilters } from './deck/use-deck-filters.tsx'
export { activeQuery } from './matches/match-query.ts'
export { EmptyPlace, FewPeople } from './place/when-shown.ts'
export { usePlaceName } from './place/use-place-name.ts'
/** Loaded when the deck shows it. */
export const FiltersTooNarrow = lazyDialog(async () => ({
  default: (await import('./filters/filters-too-narrow.tsx')).FiltersTooNarrow,
}))
/** Loaded when the deck's page shows them. */
export const Picks = lazyDialog(async () => ({ default: (await import('./picks/picks.tsx')).Picks }))
