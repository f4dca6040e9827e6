import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff, Lock } from 'lucide-react'
import { type InputHTMLAttributes, useEffect, useState } from 'react'
import { classNames } from '#styles/class-names.ts'
import { Field, type FieldText, inputFrame } from './field.tsx'
import { Icon } from '../marks/icon.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './password-field.module.css'
import { passwordStrength } from './password-strength.ts'

export interface PasswordFieldProps extends FieldText, InputHTMLAttributes<HTMLInputElement> {
  /** Shows the strength in four steps and in words. */
  readonly meter?: boolean
}

const Meter = ({ value }: { value: string }) => {
  const { t } = useLingui()
  const strength = passwordStrength(value)
  const words = [
    t`At least 8 characters. Three random words work well.`,
    t`Too short or too simple. Three random words work well.`,
    t`Weak. Add a few characters or another word.`,
    t`Good.`,
    t`Excellent.`,
  ][strength]
  return (
    <div className={styles.extra}>
      <div className={styles.meter} data-strength={strength} aria-hidden>
        <i />
        <i />
        <i />
        <i />
      </div>
      <p className={classNames(styles.words, strength >= 3 && styles.good)} role="status">
        {words}
      </p>
    </div>
  )
}

/** A password field with a button to show it; without script it has no button. */
export const PasswordField = ({
  label,
  optional,
  hint,
  error,
  id,
  meter = false,
  onChange,
  ...input
}: PasswordFieldProps) => {
  const { t } = useLingui()
  const [scripted, setScripted] = useState(false)
  const [shown, setShown] = useState(false)
  const [value, setValue] = useState('')
  useEffect(() => setScripted(true), [])
  return (
    <Field id={id} label={label} optional={optional} hint={hint} error={error} extra={meter && <Meter value={value} />}>
      {(ids) => (
        <span className={inputFrame({ error, disabled: input.disabled, button: true })}>
          <Icon of={Lock} />
          <input
            {...input}
            {...ids}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setValue(event.target.value)
              onChange?.(event)
            }}
          />
          {scripted && (
            <IconButton
              icon={shown ? EyeOff : Eye}
              label={shown ? t`Hide password` : t`Show password`}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            />
          )}
        </span>
      )}
    </Field>
  )
}
