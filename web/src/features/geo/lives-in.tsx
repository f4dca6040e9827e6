import { Trans, useLingui } from '@lingui/react/macro'
import { useSite } from '#app/brand/site.ts'
import { SelectField } from '#components/forms/select-field.tsx'
import { countryNames } from './countries.ts'

/**
 * The first question on a brand that leaves some countries to another of our brands: residents of those must register
 * there.
 */
export const LivesIn = ({ chosen }: { readonly chosen: string | undefined }) => {
  const { t, i18n } = useLingui()
  const { country: own, signupElsewhere } = useSite().brand
  if (signupElsewhere.length === 0) return null
  const name = (country: string) => (countryNames[country] ? i18n._(countryNames[country]) : country)
  return (
    <SelectField
      label={t`I live in`}
      name="livesIn"
      id="livesIn"
      defaultValue={chosen ?? own}
      hint={
        <Trans>
          If you live in another of these countries, press “Create your profile” and we’ll take you to our site there.
        </Trans>
      }
    >
      {[own, ...signupElsewhere].map((country) => (
        <option key={country} value={country}>
          {name(country)}
        </option>
      ))}
    </SelectField>
  )
}
