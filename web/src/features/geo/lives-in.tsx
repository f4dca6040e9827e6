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
      label={t`Vivo in`}
      name="livesIn"
      id="livesIn"
      defaultValue={chosen ?? own}
      hint={
        <Trans>
          Se vivi in un altro di questi Paesi, premi «Crea il profilo»: ti portiamo sul nostro sito che c’è lì.
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
