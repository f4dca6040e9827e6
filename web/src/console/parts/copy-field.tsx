import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import parts from './parts.module.css'

/** A text to take elsewhere: it is selected by entering its field, and copied by a button. */
export const CopyField = ({
  label,
  hint,
  value,
}: {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
}) => {
  const [copied, setCopied] = useState<{ readonly value: string; readonly failed: boolean } | null>(null)
  const isCopied = copied?.value === value
  return (
    <div className={parts.form}>
      <TextField label={label} hint={hint} readOnly value={value} onFocus={(event) => event.target.select()} />
      {isCopied && copied.failed && (
        <FieldMessage>
          <Trans>The browser doesn’t allow copying: select the text and copy it.</Trans>
        </FieldMessage>
      )}
      <div>
        <Button
          variant="sec"
          onClick={() =>
            void navigator.clipboard.writeText(value).then(
              () => setCopied({ value, failed: false }),
              // The person reads what to do instead.
              () => setCopied({ value, failed: true }),
            )
          }
        >
          {isCopied && !copied.failed ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
        </Button>
      </div>
    </div>
  )
}
