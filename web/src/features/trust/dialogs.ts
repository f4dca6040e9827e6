import { lazyDialog } from '#components/dialogs/lazy-dialog.ts'

export const BlockDialog = lazyDialog(() => import('./block-dialog.tsx'))
export const ReportDialog = lazyDialog(() => import('./report-dialog.tsx'))
export const MemberActions = lazyDialog(() => import('./member-actions.tsx'))
