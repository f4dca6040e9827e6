import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { Search } from 'lucide-react'
import type { FieldText } from './field.tsx'
import { TextField } from './text-field.tsx'

export interface ComboOption {
  readonly id: string
  readonly name: string
  readonly detail?: string
  /** What the field says once it is chosen, if that is not the name alone. */
  readonly text?: string
}

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

const Live = lazy(() => import('./combo-box-live.tsx'))

/** Type-ahead. A plain text field until its script has loaded, and without script. */
export const ComboBox = (props: ComboBoxProps) => {
  const [scripted, setScripted] = useState(false)
  useEffect(() => setScripted(true), [])
  const ownId = useId()
  const { id = ownId, name, label, optional, hint, error, value, onChange } = props
  const plain = (
    <TextField
      id={id}
      name={name}
      label={label}
      optional={optional}
      hint={hint}
      error={error}
      autoComplete="off"
      icon={Search}
      value={scripted ? value : undefined}
      defaultValue={scripted ? undefined : value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  return scripted ? (
    <Suspense fallback={plain}>
      <Live {...props} id={id} />
    </Suspense>
  ) : (
    plain
  )
}
