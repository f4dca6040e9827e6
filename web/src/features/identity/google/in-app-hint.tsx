import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import styles from './google-button.module.css'

/**
 * In the browser of another app, where Google refuses to sign in: how to open the page in a browser. Shown by the mark that
 * the page's small script sets (`markInApp`), which also fills in the address, as the page is the same for every visitor.
 */
export const InAppHint = () => {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = () => {
    field.current?.select()
    // Apps often lack the clipboard; the address stays selected, to be copied by hand.
    void Promise.resolve(navigator.clipboard?.writeText(location.href)).then(
      () => setCopied(navigator.clipboard !== undefined || document.execCommand('copy')),
      () => setCopied(document.execCommand('copy')),
    )
  }
  return (
    <div className={styles.inApp}>
      <p>
        <Trans>
          Google doesn’t work inside this app: open the page in your browser, or copy the link and paste it there.
        </Trans>
      </p>
      <div className={styles.link}>
        <input ref={field} readOnly defaultValue="" data-own-address="" aria-label={t`Link to this page`} />
        <Button size="sm" variant="sec" onClick={copy}>
          {copied ? <Trans>Copied</Trans> : <Trans>Copy the link</Trans>}
        </Button>
      </div>
    </div>
  )
}
