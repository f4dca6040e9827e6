import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import { Field, type FieldText, inputFrame } from './field.tsx'
import { Icon } from '../marks/icon.tsx'

export interface SelectFieldProps extends FieldText, SelectHTMLAttributes<HTMLSelectElement> {
  readonly icon?: LucideIcon
  readonly ref?: Ref<HTMLSelectElement>
}

/** A native select: it uses the phone's own picker and needs no script. `children` are its options. */
export const SelectField = ({ label, optional, hint, error, icon, id, children, ...select }: SelectFieldProps) => (
  <Field id={id} label={label} optional={optional} hint={hint} error={error}>
    {(ids) => (
      <span className={inputFrame({ error, disabled: select.disabled })}>
        {icon && <Icon of={icon} />}
        <select {...select} {...ids}>
          {children}
        </select>
        <Icon of={ChevronDown} />
      </span>
    )}
  </Field>
)
