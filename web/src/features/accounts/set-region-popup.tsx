import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { api, ApiProblem } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { ComboBox } from '#components/forms/combo-box.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import layout from '#styles/layout.module.css'
import { citySearch, RegionField, unknownTown } from '#features/geo/index.ts'
import { useAttempt } from '#app/api/use-attempt.ts'

/**
 * Asks a member without a region for one, e.g. after a first sign-in through another service; it cannot be dismissed.
 */
const SetRegionPopup = () => {
  const { t, i18n } = useLingui()
  const { session, update } = useSession()
  const { busy, failure, attempt, fail } = useAttempt()
  const [region, setRegion] = useState('')
  const [city, setCity] = useState('')
  const [unknownCity, setUnknownCity] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (region === '') return fail('errore_citta')
    const body = city === '' ? { region } : { region, city }
    await attempt(async () => {
      try {
        update((await api('PUT /api/users/:trackerId', { params: { trackerId: session.clickid }, body })).user)
      } catch (error) {
        if (!(error instanceof ApiProblem && error.field === 'city')) throw error
        setUnknownCity(city)
      }
    })
  }
  return (
    <Dialog
      open
      dismissable={false}
      title={<Trans>Where are you looking?</Trans>}
      intro={<Trans>We don’t use GPS: you choose the area.</Trans>}
    >
      <form className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && (
          <Note tone="bad" role="alert">
            {i18n._(failure)}
          </Note>
        )}
        <RegionField
          country={session.country}
          value={region}
          onChoose={(chosen) => {
            setRegion(chosen)
            setCity('')
          }}
        >
          <option value="">{t`Choose`}</option>
        </RegionField>
        <ComboBox
          label={t`Town or city`}
          optional={t({ message: '(optional)', context: 'town' })}
          value={city}
          onChange={(typed) => {
            setCity(typed)
            setUnknownCity(undefined)
          }}
          search={citySearch(session.country, region)}
          empty={<Trans>No town with this name.</Trans>}
          error={unknownCity !== undefined && i18n._(unknownTown(unknownCity, region))}
        />
        <Button type="submit" size="lg" busy={busy && <Trans>Saving…</Trans>}>
          <Trans>Show profiles</Trans>
        </Button>
      </form>
    </Dialog>
  )
}

export default SetRegionPopup
