import { type ComponentType, useEffect, useId, useState } from 'react'
import { Search } from 'lucide-react'
import { TextField } from './text-field.tsx'
import type { ComboBoxProps } from './combo-box-props.ts'

/**
 * Type-ahead. A plain text field until its script has loaded, and without script. It is replaced in one step, so that what
 * is typed meanwhile, and the focus, are not lost to a field in between.
 */
export const ComboBox = (props: ComboBoxProps) => {
  const [Live, setLive] = useState<ComponentType<ComboBoxProps> | null>(null)
  useEffect(() => {
    let isGone = false
    import('./combo-box-live.tsx').then(
      (module) => {
        if (!isGone) setLive(() => module.default)
      },
      // It stays a plain field.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  const ownId = useId()
  const { id = ownId, name, label, optional, hint, error, value, onChange } = props
  return Live === null ? (
    <TextField
      id={id}
      name={name}
      label={label}
      optional={optional}
      hint={hint}
      error={error}
      autoComplete="off"
      icon={Search}
      defaultValue={value}
      onChange={(event) => onChange(event.target.value)}
    />
  ) : (
    <Live {...props} id={id} />
  )
}
