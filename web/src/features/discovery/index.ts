import { lazyDialog } from '../../components/dialogs/lazy-dialog.ts'

export { default as Find, loader as loadFind } from './find/find.tsx'
export { LiveSearch } from './matches/live-search.ts'
export { matchesKey } from './matches/match-query.ts'
export { memberPageKey, memberQuery } from './member/member-query.ts'
export { savedKey } from './filters/saved-query.ts'

/* Loaded when the deck shows them. */
export const FiltersDialog = lazyDialog(() => import('./filters/filters-dialog.tsx'))
export const FiltersTooNarrow = lazyDialog(async () => ({
  default: (await import('./filters/filters-too-narrow.tsx')).FiltersTooNarrow,
}))
export const RegionDialog = lazyDialog(() => import('./find/region-dialog.tsx'))
