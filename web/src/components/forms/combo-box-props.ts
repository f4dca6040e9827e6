import type { ReactNode } from 'react'
import type { FieldText } from './field.tsx'

export interface ComboBoxProps extends FieldText {
  readonly id?: string
  readonly name?: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Called when an option is chosen from the list. */
  readonly onChoose?: (option: ComboOption) => void
  /** Searches options; called from `minLength` characters on, and aborted when a newer search starts. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly ComboOption[]>
  readonly minLength?: number
  /** Shown if there are no results. */
  readonly empty: ReactNode
}

export interface ComboOption {
  readonly id: string
  readonly name: string
  readonly detail?: string
  /** What the field says once it is chosen, if that is not the name alone. */
  readonly text?: string
}
