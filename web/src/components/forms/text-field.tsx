import type { LucideIcon } from 'lucide-react'
import {
  type ChangeEvent,
  type InputHTMLAttributes,
  lazy,
  type Ref,
  Suspense,
  type TextareaHTMLAttributes,
  useState,
} from 'react'
import { Field, type FieldText, inputFrame } from './field.tsx'
import { fitText } from './fit-text.ts'
import { Icon } from '../marks/icon.tsx'

/** Loaded when a text was cut. */
const CutNote = lazy(async () => ({ default: (await import('./cut-note.tsx')).CutNote }))

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

export interface TextAreaProps extends FieldText, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'children'> {
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** A multi-line text field. What is pasted beyond `maxLength` into one with a `value` is kept beside it. */
export const TextArea = ({ label, optional, hint, error, id, ...area }: TextAreaProps) => {
  const { value, maxLength, onChange, ...rest } = area
  const [cut, setCut] = useState('')
  const fits = typeof value === 'string' && maxLength !== undefined && onChange !== undefined
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    if (fits) {
      const { kept, rest: more } = fitText(value, event.target.value, maxLength)
      event.target.value = kept
      if (more !== '') setCut((now) => more + now)
    }
    onChange?.(event)
  }
  return (
    <>
      <Field id={id} label={label} optional={optional} hint={hint} error={error}>
        {(ids) => (
          <span className={inputFrame({ error, disabled: area.disabled })}>
            <textarea
              {...rest}
              {...(value === undefined ? {} : { value })}
              {...(fits ? {} : { maxLength })}
              onChange={change}
              {...ids}
            />
          </span>
        )}
      </Field>
      {fits && cut !== '' && (
        <Suspense fallback={null}>
          <CutNote most={maxLength} rest={cut} onDismiss={() => setCut('')} />
        </Suspense>
      )}
    </>
  )
}
