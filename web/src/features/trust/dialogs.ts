import { lazyDialog } from '#components/dialogs/lazy-dialog.ts'

export const ReportDialog = lazyDialog(() => import('./report-dialog.tsx'))
