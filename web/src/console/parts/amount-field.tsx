import { decimal, minorDigits } from '@incontro/contract/money'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TextField } from '#components/forms/text-field.tsx'

export type Amount = ReturnType<typeof useAmount>

/** An amount that is typed in whole units: `minor()` is what was typed, in minor units. */
export function useAmount(startMinor: number, currency: string) {
  const [typed, setTyped] = useState(decimal(startMinor, currency))
  const digits = minorDigits(currency)
  return { typed, setTyped, currency, digits, minor: () => Math.round(Number(typed) * 10 ** digits) }
}

export const AmountField = ({
  amount: { typed, setTyped, currency, digits },
  mostMinor,
}: {
  readonly amount: Amount
  readonly mostMinor?: number
}) => {
  const { t } = useLingui()
  const smallest = 1 / 10 ** digits
  return (
    <TextField
      label={t`Amount in ${currency}`}
      type="number"
      inputMode="decimal"
      min={smallest}
      step={smallest}
      {...(mostMinor !== undefined && { max: decimal(mostMinor, currency) })}
      required
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
