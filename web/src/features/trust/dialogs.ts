import { lazyDialog } from '#components/dialogs/lazy-dialog.ts'

export const ReportDialog = lazyDialog(() => import('./report-dialog.tsx'))
/** A member's menu with its dialogs. */
export const MemberMenuDialogs = lazyDialog(() => import('./member-menu-dialogs.tsx'))
