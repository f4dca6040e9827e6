import { type ReactNode, useId } from 'react'
import { classNames } from '#styles/class-names.ts'
import { FieldMessage } from './field.tsx'
import styles from './segmented-control.module.css'

export interface SegmentedControlProps {
  readonly label: ReactNode
  readonly name: string
  readonly options: readonly { readonly value: string; readonly label: ReactNode }[]
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
  readonly error?: ReactNode
  /** Set on the first option, so that an error summary can link to it. */
  readonly id?: string
}

/** A choice among a few options, made of radio buttons, so that arrow keys and forms work. */
export const SegmentedControl = ({
  label,
  name,
  options,
  value,
  defaultValue,
  onChange,
  error,
  id: given,
}: SegmentedControlProps) => {
  const made = useId()
  const id = given ?? made
  return (
    <fieldset
      className={classNames(styles.group, Boolean(error) && styles.wrong)}
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.options}>
        {options.map((option, index) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              id={index === 0 ? id : undefined}
              {...(value === undefined
                ? { defaultChecked: defaultValue === option.value }
                : { checked: value === option.value })}
              onChange={() => onChange?.(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && <FieldMessage id={`${id}-error`}>{error}</FieldMessage>}
    </fieldset>
  )
}
