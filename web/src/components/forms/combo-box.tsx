import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { Search } from 'lucide-react'
import { TextField } from './text-field.tsx'
import type { ComboBoxProps } from './combo-box-props.ts'

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
