import { lazyDialog } from '#components/dialogs/lazy-dialog.ts'

/* Loaded where they are shown: most lists have members, and more than one page. */
export const EmptyPlace = lazyDialog(async () => ({ default: (await import('./empty-place.tsx')).EmptyPlace }))
export const FewPeople = lazyDialog(async () => ({ default: (await import('./few-people.tsx')).FewPeople }))
