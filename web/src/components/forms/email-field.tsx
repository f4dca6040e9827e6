import { Trans } from '@lingui/react/macro'
import { normaliseEmail } from '@incontro/contract/email-address'
import { Mail } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import text from '#styles/text.module.css'
import styles from './email-field.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface EmailFieldProps extends Omit<TextFieldProps, 'type' | 'icon' | 'onBlur' | 'inputMode' | 'ref'> {
  /** Whose providers a mistyped domain may have meant first. */
  readonly country?: string | undefined
}

/**
 * An address. Asks once the field is left whether a well-known provider was meant, if the domain looks like a slip of
 * the fingers; one tap accepts, and the address can be kept. A text field, because browsers rewrite accented domains in
 * one of type `email`.
 */
export const EmailField = ({ country, ...field }: EmailFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [meant, setMeant] = useState<string>()
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const look = async () => {
    const typed = normaliseEmail(input.current?.value ?? '')
    // The list of providers is loaded once an address was typed. Without network nothing is asked, and the form goes on.
    const found = await import('@incontro/contract/suggest-email').then(
      ({ suggestEmail }) => suggestEmail(typed, country),
      (): undefined => undefined,
    )
    const unchanged = typed === normaliseEmail(input.current?.value ?? '')
    if (unchanged) setMeant(kept.has(typed) ? undefined : found)
  }
  // Typed and left before the script was there.
  const lookAtLeft = useEffectEvent(() => {
    if (input.current?.value && document.activeElement !== input.current) void look()
  })
  useEffect(() => lookAtLeft(), [])
  const accept = () => {
    const { current } = input
    if (!current || meant === undefined) return
    current.value = meant
    setMeant(undefined)
    // The form hears of it as of any typing, and checks again.
    current.dispatchEvent(new Event('input', { bubbles: true }))
    current.focus()
  }
  const keep = () => {
    setKept(new Set([...kept, normaliseEmail(input.current?.value ?? '')]))
    setMeant(undefined)
  }
  return (
    <div>
      <TextField
        {...field}
        type="text"
        inputMode="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        icon={Mail}
        ref={input}
        onBlur={() => void look()}
      />
      <p role="status" className={`${text.sm} ${styles.meant}`}>
        {meant !== undefined && (
          <>
            <Trans>
              Did you mean <b>{meant}</b>?
            </Trans>{' '}
            <button type="button" className={text.link} onClick={accept}>
              <Trans>Yes, correct it</Trans>
            </button>{' '}
            <button type="button" className={text.link} onClick={keep}>
              <Trans>No, it’s right</Trans>
            </button>
          </>
        )}
      </p>
    </div>
  )
}
