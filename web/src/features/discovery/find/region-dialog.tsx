import type { HookCode } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { api, ApiProblem } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { ComboBox } from '#components/forms/combo-box.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { citySearch, countryNames, RegionField, unknownTown } from '#features/geo/index.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { activeQuery, matchesKey } from '../matches/match-query.ts'
import { rememberPage } from '../matches/page-number.ts'

/** Chooses where to search. Another region may be behind a hook. The list then restarts at page 1. */
const RegionDialog = ({ onClose, onHook }: { onClose: () => void; onHook: (hook: HookCode) => void }) => {
  const { t, i18n } = useLingui()
  const { session, update } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { busy, failure, attempt } = useAttempt()
  const [region, setRegion] = useState(session.searchRegion)
  const [city, setCity] = useState(session.searchCity)
  // Shown before the member fills anything in, because the server refuses another region without a plan, unless few
  // people are in the member's own.
  const { data: home } = useQuery(activeQuery({ ...session, searchRegion: session.region }))
  const isLocked =
    session.premiumLevel === 0 && session.flow.hooks.cambia_regione === 1 && home !== undefined && !home.mayLeave
  const country = countryNames[session.country]
  const [unknownCity, setUnknownCity] = useState<string>()
  const save = async () => {
    const town = city.trim()
    try {
      const isHome = region === session.region && town === session.city
      const place = isHome
        ? {}
        : region === ''
          ? { wholeCountry: true as const }
          : { region, ...(town !== '' && { city: town }) }
      update(await api('PUT /dispenser/place', { body: { trackerId: session.clickid, ...place } }))
    } catch (error) {
      const { code, field } = error instanceof ApiProblem ? error : { code: '', field: undefined }
      if (code === 'cambia_regione') return onHook('cambia_regione')
      if (field !== 'city') throw error
      setUnknownCity(town)
      return
    }
    rememberPage(1)
    client.removeQueries({ queryKey: matchesKey, type: 'inactive' })
    onClose()
    void navigate('/find', { replace: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(save)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Where are you looking?</Trans>}
      intro={<Trans>We don’t use GPS: you choose the area. Where you live stays in your profile.</Trans>}
    >
      <form className={layout.form} onSubmit={submit} noValidate>
        {failure && (
          <Note tone="bad" role="alert">
            {i18n._(failure)}
          </Note>
        )}
        <RegionField
          country={session.country}
          icon={isLocked ? Lock : undefined}
          disabled={isLocked}
          hint={isLocked && <Trans>Looking in another region is part of the plans</Trans>}
          value={region}
          onChoose={(chosen) => {
            setRegion(chosen)
            setCity('')
          }}
        >
          {session.searchRegion === '' && country && <option value="">{i18n._(country)}</option>}
        </RegionField>
        <ComboBox
          label={t`Town or city`}
          optional={t({ message: '(optional)', context: 'town' })}
          value={city}
          onChange={(value) => {
            setCity(value)
            setUnknownCity(undefined)
          }}
          search={citySearch(session.country, region)}
          error={unknownCity !== undefined && i18n._(unknownTown(unknownCity, region))}
          empty={<Trans>No town with this name.</Trans>}
        />
        {isLocked && (
          <button type="button" className={`${text.link} ${text.sm}`} onClick={() => onHook('cambia_regione')}>
            <Trans>Search in another region</Trans>
          </button>
        )}
        {(region !== session.region || city !== session.city) && (
          <button
            type="button"
            className={`${text.link} ${text.sm}`}
            onClick={() => {
              setRegion(session.region)
              setCity(session.city)
              setUnknownCity(undefined)
            }}
          >
            <Trans>Back to where I live</Trans>
          </button>
        )}
        <DialogActions>
          <Button variant="sec" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={busy && <Trans>Saving…</Trans>}>
            <Trans>Show profiles</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default RegionDialog
