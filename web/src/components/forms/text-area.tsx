import {
  type ChangeEvent,
  type FocusEvent,
  lazy,
  type Ref,
  Suspense,
  type TextareaHTMLAttributes,
  useRef,
  useState,
} from 'react'
import { Field, type FieldText, inputFrame } from './field.tsx'
import { fitText } from './fit-text.ts'
import { useHydrating } from '../layout/use-hydrating.ts'

/** Loaded when a text was cut. */
const CutNote = lazy(async () => ({ default: (await import('./cut-note.tsx')).CutNote }))

export interface TextAreaProps extends FieldText, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'children'> {
  readonly ref?: Ref<HTMLTextAreaElement>
}

/**
 * A multi-line text field. What is pasted beyond `maxLength` is kept beside it. Without script the browser itself takes
 * no more than that.
 */
export const TextArea = ({ label, optional, hint, error, id, ...area }: TextAreaProps) => {
  const { value, maxLength, onChange, onFocus, ...rest } = area
  const isHydrating = useHydrating()
  const [cut, setCut] = useState('')
  /** What stood there before a change, where the page does not hold it. */
  const before = useRef('')
  const focus = (event: FocusEvent<HTMLTextAreaElement>) => {
    before.current = event.target.value
    onFocus?.(event)
  }
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    if (maxLength !== undefined) {
      const known = typeof value === 'string' ? value : before.current
      const { kept, rest: more } = fitText(known, event.target.value, maxLength)
      event.target.value = kept
      if (more !== '') setCut((now) => more + now)
    }
    before.current = event.target.value
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
              {...(isHydrating ? { maxLength } : {})}
              onChange={change}
              onFocus={focus}
              {...ids}
            />
          </span>
        )}
      </Field>
      {maxLength !== undefined && cut !== '' && (
        <Suspense fallback={null}>
          <CutNote most={maxLength} rest={cut} onDismiss={() => setCut('')} />
        </Suspense>
      )}
    </>
  )
}
