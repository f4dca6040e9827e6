import type { FileProps } from '../opened-file.ts'

/** What every dialog of the file's actions gets. */
export interface ActionProps extends FileProps {
  readonly onClose: () => void
  /** Something was changed: the file is read again. */
  readonly onDone: () => void
}
