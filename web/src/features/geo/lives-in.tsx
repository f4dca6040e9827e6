import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSite } from '../../app/brand/site.ts'
import { SelectField } from '../../components/forms/select-field.tsx'

const names: Record<string, MessageDescriptor> = {
  IT: msg`Italia`,
  ES: msg`Spagna`,
  FR: msg`Francia`,
  GB: msg`Regno Unito`,
  IE: msg`Irlanda`,
}

/**
 * The first question on a brand that leaves some countries to another of our brands: residents of those must register
 * there.
 */
export const LivesIn = ({ chosen }: { readonly chosen: string | undefined }) => {
  const { t, i18n } = useLingui()
  const { country: own, signupElsewhere } = useSite().brand
  if (signupElsewhere.length === 0) return null
  const name = (country: string) => (names[country] ? i18n._(names[country]) : country)
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
