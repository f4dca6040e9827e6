import { Check, CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '#styles/class-names.ts'
import styles from './field.module.css'
import { Icon } from '../marks/icon.tsx'

/** A sentence below a control: the mistake and how to correct it, or (tone "good") a confirmation. */
export const FieldMessage = ({
  id,
  tone = 'bad',
  children,
}: {
  id?: string
  tone?: 'bad' | 'good'
  children: ReactNode
}) => (
  <p
    id={id}
    className={classNames(styles.message, tone === 'good' && styles.good)}
    role={tone === 'good' ? 'status' : undefined}
  >
    <Icon of={tone === 'good' ? Check : CircleAlert} size={16} />
    <span>{children}</span>
  </p>
)

export interface FieldText {
  readonly label: ReactNode
  /** Shown after the label in lighter type, such as "(optional)". */
  readonly optional?: ReactNode
  readonly hint?: ReactNode
  readonly error?: ReactNode
}

export interface FieldIds {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** Connects a label, a hint and an error to one control; `children` renders the control with the given attributes. */
export const Field = ({
  id: given,
  label,
  optional,
  hint,
  error,
  extra,
  children,
}: FieldText & {
  readonly id?: string
  readonly extra?: ReactNode
  readonly children: (ids: FieldIds) => ReactNode
}) => {
  const made = useId()
  const id = given ?? made
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> {optional}</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {extra}
      {error && <FieldMessage id={`${id}-error`}>{error}</FieldMessage>}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** The class names of the frame around an input in its states. */
export const inputFrame = (state: {
  readonly error?: unknown
  readonly disabled?: boolean | undefined
  readonly button?: boolean
}) =>
  classNames(
    styles.input,
    Boolean(state.error) && styles.wrong,
    state.disabled && styles.off,
    state.button && styles.withButton,
  )
