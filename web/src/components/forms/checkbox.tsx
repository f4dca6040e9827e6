import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'
import { classNames } from '../../styles/class-names.ts'
import { FieldMessage } from './field.tsx'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly children: ReactNode
  readonly error?: ReactNode
  /** Said after the text of a consent that nobody has to give. */
  readonly optional?: ReactNode
}

/** One box, never ticked for somebody. Links inside the label open without ticking it. */
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
