import type { OnDone } from '#console/parts/held-actions.tsx'
import type { FileProps } from '../opened-file.ts'

/** What every dialog of the file's actions gets. */
export interface ActionProps extends FileProps {
  readonly onClose: () => void
  readonly onDone: OnDone
}
