import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { SelectField } from '#components/forms/select-field.tsx'
import layout from '#styles/layout.module.css'
import styles from './filters.module.css'

interface Range {
  readonly from: number
  readonly to: number
}

/** From and to, both included. Undefined is the full range, which excludes no one. */
export const RangeField = ({
  legend,
  least,
  most,
  value,
  labelOf,
  hint,
  onChange,
}: {
  readonly legend: string
  readonly least: number
  readonly most: number
  readonly value: Range | undefined
  readonly labelOf: (value: number) => string
  readonly hint: ReactNode
  readonly onChange: (range: Range | undefined) => void
}) => {
  const { t } = useLingui()
  const hintId = useId()
  const { from, to } = value ?? { from: least, to: most }
  const choose = (range: Range) =>
    // The full range means no filter, so members who left the value empty match, too.
    onChange(range.from <= least && range.to >= most ? undefined : range)
  const select = (label: string, chosen: number, set: (value: number) => void) => (
    <SelectField
      label={label}
      aria-label={`${legend}: ${label}`}
      value={chosen}
      onChange={({ target }) => set(Number(target.value))}
    >
      {Array.from({ length: most - least + 1 }, (_, index) => least + index).map((one) => (
        <option key={one} value={one}>
          {labelOf(one)}
        </option>
      ))}
    </SelectField>
  )
  return (
    <fieldset className={styles.group} aria-describedby={hintId}>
      <legend>{legend}</legend>
      <div className={layout.two}>
        {select(t`From`, from, (next) => choose({ from: next, to: Math.max(next, to) }))}
        {select(t`To`, to, (next) => choose({ from: Math.min(from, next), to: next }))}
      </div>
      <p id={hintId} className={styles.hint}>
        {hint}
      </p>
    </fieldset>
  )
}
