import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MapIcon } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api, ApiProblem } from '../../../app/api/api.ts'
import { useSession } from '../../../app/session/session.tsx'
import { Button } from '../../../components/buttons/button.tsx'
import { ComboBox } from '../../../components/forms/combo-box.tsx'
import { Note } from '../../../components/feedback/note.tsx'
import { SegmentedControl } from '../../../components/forms/segmented-control.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { TextArea, TextField } from '../../../components/forms/text-field.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import layout from '../../../styles/layout.module.css'
import { useHookPopup } from '../../credits/index.ts'
import { matchesKey } from '../../discovery/index.ts'
import { citySearch } from '../../geo/index.ts'
import { useAttempt } from '../../../app/api/use-attempt.ts'
import { type OwnProfile, profileKey } from './profile-query.ts'
import styles from './profile.module.css'

/** The ages of the profile (spec section 5). */
const ages = Array.from({ length: 72 }, (_, index) => 18 + index)

/** What others see of the member, to be changed. */
export const ProfileForm = ({ profile }: { profile: OwnProfile }) => {
  const { t, i18n } = useLingui()
  const { session, update } = useSession()
  const client = useQueryClient()
  const toast = useToast()
  const { show, popup } = useHookPopup()
  const { busy, failure, attempt } = useAttempt()
  const [form, setForm] = useState({
    username: profile.username,
    ownAge: String(profile.ownAge),
    aboutMe: profile.aboutMe,
    lookingFor: profile.lookingFor,
    ownGender: profile.ownGender as string,
    seeks: profile.seeks as string,
    region: session.region,
    city: session.city,
  })
  const [nameMissing, setNameMissing] = useState(false)
  const [unknownCity, setUnknownCity] = useState(false)
  const change = (changes: Partial<typeof form>) => setForm((now) => ({ ...now, ...changes }))
  const { data: regions = [] } = useQuery({
    queryKey: ['regions', session.country],
    staleTime: Infinity,
    queryFn: ({ signal }) => api('GET /api/get/regions/:country', { params: { country: session.country }, signal }),
  })
  const save = async () => {
    const { username, ownAge, aboutMe, lookingFor, ownGender, seeks, region, city } = form
    const moved = region !== session.region || city.trim() !== session.city
    try {
      const { user } = await api('PUT /api/users/:trackerId', {
        params: { trackerId: session.clickid },
        body: {
          username: username.trim(),
          ownAge: Number(ownAge),
          aboutMe,
          lookingFor,
          ownGender: ownGender as 'uomo' | 'donna',
          seeks: seeks as 'uomo' | 'donna',
          ...(moved && { region, ...(city.trim() !== '' && { city: city.trim() }) }),
        },
      })
      update(user)
    } catch (error) {
      const { code, field } = error instanceof ApiProblem ? error : { code: '', field: undefined }
      if (code === 'cambia_regione') return show('cambia_regione')
      if (field !== 'city') throw error
      setUnknownCity(true)
      return
    }
    client.removeQueries({ queryKey: matchesKey })
    void client.invalidateQueries({ queryKey: profileKey })
    toast({ text: <Trans>Profilo salvato.</Trans> })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = form.username.trim() === ''
    setNameMissing(missing)
    if (!missing) void attempt(save)
  }
  const genders = [
    { value: 'donna', label: t`Donna` },
    { value: 'uomo', label: t`Uomo` },
  ]
  return (
    <form className={layout.form} onSubmit={submit} noValidate>
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      <div className={styles.pair}>
        <TextField
          label={t`Nome sul profilo`}
          maxLength={40}
          autoComplete="nickname"
          value={form.username}
          onChange={(event) => change({ username: event.target.value })}
          error={nameMissing && <Trans>Scrivi il nome con cui ti vedono gli altri.</Trans>}
        />
        <SelectField label={t`Età`} value={form.ownAge} onChange={(event) => change({ ownAge: event.target.value })}>
          {ages.map((age) => (
            <option key={age}>{age}</option>
          ))}
        </SelectField>
      </div>
      <TextArea
        label={t`Due righe su di te`}
        maxLength={2000}
        rows={4}
        value={form.aboutMe}
        onChange={(event) => change({ aboutMe: event.target.value })}
        hint={t`Cosa fai, cosa ti diverte. Niente numeri di telefono.`}
      />
      <TextArea
        label={t`Che cosa cerchi`}
        maxLength={2000}
        rows={3}
        value={form.lookingFor}
        onChange={(event) => change({ lookingFor: event.target.value })}
      />
      <div className={styles.pair}>
        <SegmentedControl
          label={t`Sono`}
          name="sono"
          options={genders}
          value={form.ownGender}
          onChange={(ownGender) => change({ ownGender })}
        />
        <SegmentedControl
          label={t`Cerco`}
          name="cerco"
          options={genders}
          value={form.seeks}
          onChange={(seeks) => change({ seeks })}
        />
      </div>
      <div className={styles.pair}>
        <SelectField
          label={t`Regione`}
          icon={MapIcon}
          value={form.region}
          onChange={(event) => change({ region: event.target.value, city: '' })}
        >
          {!regions.some(({ regionName: title }) => title === form.region) && <option>{form.region}</option>}
          {regions.map(({ regionName: title }) => (
            <option key={title}>{title}</option>
          ))}
        </SelectField>
        <ComboBox
          label={t`Città`}
          optional={t`(facoltativa)`}
          value={form.city}
          onChange={(city) => {
            change({ city })
            setUnknownCity(false)
          }}
          search={citySearch(session.country, form.region)}
          empty={<Trans>Nessuna città con questo nome.</Trans>}
          error={unknownCity && <Trans>Scegli una città dall’elenco, oppure lascia vuoto.</Trans>}
        />
      </div>
      <div className={styles.save}>
        <Button type="submit" busy={busy && <Trans>Salvo…</Trans>}>
          <Trans>Salva</Trans>
        </Button>
      </div>
      {popup}
    </form>
  )
}
