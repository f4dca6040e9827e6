import { ages } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { HeldDialog } from '#console/parts/held-dialog.tsx'
import { sideNames } from '#console/parts/gender-names.ts'
import type { ActionProps } from './action-props.ts'

export const CorrectName = ({ brand, file, ...rest }: ActionProps) => {
  const { t } = useLingui()
  const [name, setName] = useState(file.name ?? '')
  return (
    <HeldDialog
      {...rest}
      title={t`Correct the name`}
      intro={<Trans>By the same rules as the member’s own choice. The member gets a mail.</Trans>}
      later={<Trans>Later, correct it back in the same way.</Trans>}
      action={t`Correct`}
      run={(reason) =>
        api('PUT /admin/api/:brand/members/:id/name', { params: { brand, id: file.id }, body: { name, reason } })
      }
    >
      <TextField
        label={t`Name`}
        required
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </HeldDialog>
  )
}

export const CorrectHome = ({ brand, file, ...rest }: ActionProps) => {
  const { t } = useLingui()
  const [region, setRegion] = useState(file.home.region)
  const [city, setCity] = useState(file.home.city)
  const { data: regions } = useQuery({
    queryKey: ['regions', brand, file.country],
    staleTime: Infinity,
    queryFn: () => api('GET /admin/api/:brand/regions/:country', { params: { brand, country: file.country } }),
  })
  return (
    <HeldDialog
      {...rest}
      title={t`Correct where the member lives`}
      intro={<Trans>The member gets a mail, and searches start from there.</Trans>}
      later={<Trans>Later, correct it back in the same way.</Trans>}
      action={t`Correct`}
      run={(reason) =>
        api('PUT /admin/api/:brand/members/:id/home', {
          params: { brand, id: file.id },
          body: { region, ...(city.trim() !== '' && { city: city.trim() }), reason },
        })
      }
    >
      <SelectField
        label={t`Region`}
        required
        disabled={!regions}
        value={region}
        onChange={(event) => {
          setRegion(event.target.value)
          setCity('')
        }}
      >
        {!regions?.includes(region) && <option value={region}>{region}</option>}
        {regions?.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Town`}
        hint={t`As it is written there; none is also possible.`}
        maxLength={100}
        value={city}
        onChange={(event) => setCity(event.target.value)}
      />
    </HeldDialog>
  )
}

/** By the calendar it goes on from there. */
export const CorrectAge = ({ brand, file, ...rest }: ActionProps) => {
  const { t } = useLingui()
  const [age, setAge] = useState(String(file.age))
  return (
    <HeldDialog
      {...rest}
      title={t`Correct the age`}
      intro={<Trans>Members correct it once by themselves. The member gets a mail.</Trans>}
      later={<Trans>Later, correct it back in the same way.</Trans>}
      action={t`Correct`}
      run={(reason) =>
        api('PUT /admin/api/:brand/members/:id/age', {
          params: { brand, id: file.id },
          body: { age: Number(age), reason },
        })
      }
    >
      <TextField
        label={t`Age`}
        hint={t`Someone younger than 18 is suspended as a minor, not corrected.`}
        type="number"
        required
        min={ages.least}
        max={ages.most}
        value={age}
        onChange={(event) => setAge(event.target.value)}
      />
    </HeldDialog>
  )
}

const other = { donna: 'uomo', uomo: 'donna' } as const

/** Whom searches list the member among. What others read of their gender, and whom they look for, stays theirs. */
export const CorrectGender = ({ brand, file, ...rest }: ActionProps) => {
  const { t, i18n } = useLingui()
  const [first = 'donna'] = file.listedAll
  const choices = [['donna'], ['uomo'], [first, other[first]]] as const
  const [chosen, setChosen] = useState(() => choices.findIndex((one) => `${one}` === `${file.listedAll}`))
  return (
    <HeldDialog
      {...rest}
      title={t`Correct the gender`}
      intro={
        <Trans>Searches list the member by it. The word on the profile stays the member’s own. They get a mail.</Trans>
      }
      later={<Trans>Later, correct it back in the same way.</Trans>}
      action={t`Correct`}
      run={(reason) =>
        api('PUT /admin/api/:brand/members/:id/gender', {
          params: { brand, id: file.id },
          body: { listedAll: [...(choices[chosen] ?? file.listedAll)], reason },
        })
      }
    >
      <SelectField
        label={t`Listed among`}
        required
        value={String(chosen)}
        onChange={(event) => setChosen(Number(event.target.value))}
      >
        {choices.map((one, place) => (
          <option key={`${one}`} value={place}>
            {i18n._(sideNames(one))}
          </option>
        ))}
      </SelectField>
    </HeldDialog>
  )
}
