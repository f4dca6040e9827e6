import type { LucideIcon } from 'lucide-react'
import type { InputHTMLAttributes, Ref } from 'react'
import { Field, type FieldText, inputFrame } from './field.tsx'
import { Icon } from '../marks/icon.tsx'

export interface TextFieldProps extends FieldText, Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> {
  readonly icon?: LucideIcon
  readonly ref?: Ref<HTMLInputElement>
}

/** A single-line text field. Works without script; passes all input attributes through. */
export const TextField = ({ label, optional, hint, error, icon, id, ref, ...input }: TextFieldProps) => (
  <Field id={id} label={label} optional={optional} hint={hint} error={error}>
    {(ids) => (
      <span className={inputFrame({ error, disabled: input.disabled })}>
        {icon && <Icon of={icon} />}
        <input {...input} {...ids} ref={ref} />
      </span>
    )}
  </Field>
)
