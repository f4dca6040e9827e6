import { useLingui } from '@lingui/react/macro'
import { SelectField } from '#components/forms/select-field.tsx'

/** Of which brand something is; not asked with one. */
export const BrandField = ({
  brands,
  titleOf,
  value,
  onChange,
}: {
  readonly brands: readonly string[]
  readonly titleOf: (brand: string) => string
  readonly value: string
  readonly onChange: (brand: string) => void
}) => {
  const { t } = useLingui()
  if (brands.length < 2) return null
  return (
    <SelectField label={t`Brand`} value={value} onChange={(event) => onChange(event.target.value)}>
      {brands.map((brand) => (
        <option key={brand} value={brand}>
          {titleOf(brand)}
        </option>
      ))}
    </SelectField>
  )
}
