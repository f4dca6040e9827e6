import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'
import { classNames } from '#styles/class-names.ts'
import { FieldMessage } from './field.tsx'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly children: ReactNode
  readonly error?: ReactNode
  /** Shown after the text of an optional consent. */
  readonly optional?: ReactNode
}

/** A checkbox, never preselected. Links inside the label open without checking it. */
export const Checkbox = ({ children, error, optional, id: given, ...input }: CheckboxProps) => {
  const made = useId()
  const id = given ?? made
  return (
    <div>
      <label className={classNames(styles.check, Boolean(error) && styles.wrong)}>
        <input
          {...input}
          id={id}
          type="checkbox"
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>
          {children}
          {optional && <span className={styles.optional}> {optional}</span>}
        </span>
      </label>
      {error && (
        <div className={styles.error}>
          <FieldMessage id={`${id}-error`}>{error}</FieldMessage>
        </div>
      )}
    </div>
  )
}
