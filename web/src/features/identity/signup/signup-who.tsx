import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { ComboBox } from '#components/forms/combo-box.tsx'
import { SegmentedControl } from '#components/forms/segmented-control.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import layout from '#styles/layout.module.css'
import { GenderMore } from '#features/genders/index.ts'
import { citySearch, LivesIn } from '#features/geo/index.ts'
import { more } from './signup-form.ts'
import type { SignupProblems } from './signup-problems.ts'
import type { SignupData } from './signup-server.ts'

/** The current value of a control in the page. */
const valueOf = (id: string) =>
  (document.getElementById(id) as HTMLInputElement | HTMLSelectElement | null)?.value ?? ''

const ages = Array.from({ length: 98 - 18 + 1 }, (_, index) => String(18 + index))

/** Gender, gender sought and place, which every sign-up asks for. `city` adds the optional field. */
export const SignupWho = ({
  regions,
  country,
  problems: { values, error },
  city: askCity = false,
}: SignupData & {
  readonly problems: SignupProblems
  readonly city?: boolean
}) => {
  const { t } = useLingui()
  const [region, setRegion] = useState(values?.region ?? '')
  const [city, setCity] = useState(values?.city ?? '')
  // Few choose it, and the page must arrive in one flight: the form shows what it asks after the choice. Without script,
  // that is after the form was sent once.
  const [isMore, setMore] = useState(values?.ownGender === more)
  // The script may start after the visitor began to type: keep those choices, and load what they ask for.
  useEffect(() => {
    setRegion(valueOf('region'))
    setCity(valueOf('city'))
    setMore(document.querySelector('[name="sono"][value="more"]:checked') !== null)
  }, [])
  const ofWord = values?.ownGender === more
  return (
    <>
      <LivesIn chosen={values?.livesIn} />
      <SegmentedControl
        label={t({ message: 'I’m', context: 'sign-up' })}
        name="sono"
        id="sono"
        defaultValue={values?.ownGender}
        error={!ofWord && error('errore_sono')}
        options={[
          { value: 'donna', label: t`A woman` },
          { value: 'uomo', label: t`A man` },
          { value: more, label: t`More choices` },
        ]}
        onChange={(value) => setMore(value === more)}
      />
      {isMore && (
        <GenderMore
          word={{
            name: 'genderWord',
            id: 'genderWord',
            defaultValue: values?.genderWord,
            error: ofWord && error('errore_sono'),
          }}
          shown={{ name: 'showsGender', defaultChecked: values?.showsGender }}
          listed={{ name: 'listed', defaultValue: values?.listed || 'both' }}
        />
      )}
      <SegmentedControl
        label={t`I’m looking for`}
        name="cerco"
        id="cerco"
        defaultValue={values?.seeks}
        error={error('errore_cerco')}
        options={[
          { value: 'donna', label: t`Women` },
          { value: 'uomo', label: t`Men` },
          { value: 'both', label: t`Women and men` },
        ]}
      />
      <div className={layout.two}>
        <SelectField label={t`Age`} name="age" id="age" defaultValue={values?.age ?? ''} error={error('eta')}>
          <option value="">{t`Choose`}</option>
          {ages.map((age) => (
            <option key={age}>{age}</option>
          ))}
        </SelectField>
        <SelectField
          label={t`Region`}
          name="region"
          id="region"
          defaultValue={values?.region ?? ''}
          error={error('errore_citta')}
          onChange={(event) => {
            setRegion(event.target.value)
            setCity('')
          }}
        >
          <option value="">{t`Choose`}</option>
          {regions.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </div>
      {askCity && (
        <ComboBox
          label={t`Town or city`}
          optional={t({ message: '(optional)', context: 'town' })}
          name="city"
          id="city"
          value={city}
          onChange={setCity}
          search={citySearch(country, region)}
          empty={<Trans>No town with this name.</Trans>}
          error={error('unknown_town')}
          hint={<Trans>Type the first letters and choose from the list.</Trans>}
        />
      )}
    </>
  )
}
