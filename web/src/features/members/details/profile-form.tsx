import { listOfSides, type Sides, sidesOf } from '@incontro/contract/gender-sides'
import { longestName } from '@incontro/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { MessageDescriptor } from '@lingui/core'
import { domainWords } from '@incontro/contract/domain'
import { Check, CircleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { api, ApiProblem } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { ComboBox } from '#components/forms/combo-box.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { Note } from '#components/feedback/note.tsx'
import { SegmentedControl } from '#components/forms/segmented-control.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import layout from '#styles/layout.module.css'
import { matchesKey } from '#features/discovery/index.ts'
import { citySearch, RegionField, unknownTown } from '#features/geo/index.ts'
import { failureText } from '#app/api/failure-text.ts'
import { Icon } from '#components/marks/icon.tsx'
import { useAttempt } from '#app/api/use-attempt.ts'
import { type OwnProfile, profileKey } from '../cards/profile-query.ts'
import styles from '../cards/profile.module.css'
import { AgeField } from './age-field.tsx'
import { GenderField } from './gender-field.tsx'
import { type AutosaveState, useAutosave } from './use-autosave.ts'
import { useEdits } from './use-edits.ts'

const CoveredInProfile = lazy(() => import('../cards/covered-in-profile.tsx'))

/** The form's name of a wire field. */
const wordOf = (field: string): string => (domainWords as Readonly<Record<string, string>>)[field] ?? field

type FieldName = 'username' | 'aboutMe' | 'lookingFor' | 'ownGender'

const SaveState = ({ state, onUndo }: { state: AutosaveState; onUndo: (() => void) | undefined }) => (
  <div className={styles.save}>
    <span role="status" className={styles.saveState}>
      {(state === 'pending' || state === 'saving') && <Trans>Saving…</Trans>}
      {state === 'saved' && (
        <>
          <Icon of={Check} size={18} />
          <Trans>Saved</Trans>
        </>
      )}
      {state === 'failed' && (
        <>
          <Icon of={CircleAlert} size={18} />
          <Trans>Not saved yet</Trans>
        </>
      )}
    </span>
    {onUndo && state === 'saved' && (
      <Button size="sm" variant="ghost" onClick={onUndo}>
        <Trans>Undo the last change</Trans>
      </Button>
    )}
  </div>
)

/** The fields that others see; the form saves itself. */
export const ProfileForm = ({ profile }: { profile: OwnProfile }) => {
  const { t, i18n } = useLingui()
  const { session, update } = useSession()
  const client = useQueryClient()
  const { busy, failure, attempt } = useAttempt()
  const [refused, setRefused] = useState<Partial<Record<FieldName, MessageDescriptor>>>({})
  const details = {
    username: profile.username,
    aboutMe: profile.aboutMe,
    lookingFor: profile.lookingFor,
    listed: sidesOf(profile.listedAll),
    genderWord: profile.genderWord,
    hidesGenderWord: profile.hidesGenderWord,
    seeks: sidesOf(profile.seeksAll),
  }
  const send = async (
    { username, listed, seeks, ...texts }: Partial<typeof details>,
    more: { readonly region?: string; readonly city?: string; readonly ownAge?: number } = {},
    keepalive = false,
  ) => {
    // While the field is empty, others still see the stored name.
    const name = username?.trim() || undefined
    const body = {
      ...texts,
      ...(name !== undefined && { username: name }),
      ...(listed && { listedAll: listOfSides(listed, profile.ownGender) }),
      ...(seeks && { seeksAll: listOfSides(seeks, profile.seeks) }),
      ...more,
    }
    if (Object.keys(body).length === 0) return
    const params = { trackerId: session.clickid }
    const { user } = await api('PUT /api/users/:trackerId', { params, body, keepalive })
    update(user)
    client.removeQueries({ queryKey: matchesKey })
    client.setQueryData<OwnProfile>(
      [...profileKey, session.clickid],
      (now) =>
        now && {
          ...now,
          ...user,
          username: name ?? now.username,
          ownAge: user.age,
          mayCorrectAge: now.mayCorrectAge && more.ownAge === undefined,
          ...texts,
        },
    )
  }
  const {
    value: form,
    state,
    change,
    undo,
  } = useAutosave({
    name: session.clickid,
    saved: details,
    save: async (changes, leaving) => {
      try {
        await send(changes, {}, leaving)
        setRefused({})
        return changes.username?.trim() !== ''
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.field === undefined) throw error
        setRefused({ [wordOf(error.field)]: failureText(error.code) })
        return false
      }
    },
  })
  const said = (field: FieldName) => refused[field] && i18n._(refused[field])
  // The place can be changed only twice a month, so a button saves it instead of the autosave.
  const home = { region: session.region, city: session.city }
  const [chosen, setPlace] = useEdits<typeof home>(`${session.clickid} place`)
  const place = chosen ?? home
  const [unknownCity, setUnknownCity] = useState<string>()
  const moved = place.region !== session.region || place.city.trim() !== session.city
  const toast = useToast()
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    if (moved)
      toast({
        text: <Trans>You haven’t saved where you live yet.</Trans>,
        action: { label: <Trans>Back to your profile</Trans>, onAction: () => void navigate('/profile') },
      })
  })
  useEffect(() => () => leave(), [])
  const move = async () => {
    const city = place.city.trim()
    try {
      await send({}, { region: place.region, ...(city !== '' && { city }) })
      setPlace(null)
    } catch (error) {
      if (!(error instanceof ApiProblem && error.field === 'city')) throw error
      setUnknownCity(city)
    }
  }
  return (
    <form className={layout.form} onSubmit={(event) => event.preventDefault()} noValidate>
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      <div className={styles.pair}>
        <TextField
          label={t`Name on the profile`}
          maxLength={longestName}
          autoComplete="nickname"
          value={form.username}
          onChange={(event) => change({ username: event.target.value })}
          error={form.username.trim() === '' ? <Trans>Enter the name others see.</Trans> : said('username')}
        />
        <AgeField
          age={profile.ownAge}
          mayCorrect={profile.mayCorrectAge}
          onCorrect={(ownAge) => send({}, { ownAge })}
        />
      </div>
      <div className={layout.noted}>
        <TextArea
          label={t`A few lines about you`}
          maxLength={2000}
          rows={4}
          value={form.aboutMe}
          error={said('aboutMe')}
          onChange={(event) => change({ aboutMe: event.target.value })}
          hint={t`What you do, what you enjoy. No phone numbers.`}
        />
        <Suspense fallback={null}>
          <CoveredInProfile text={form.aboutMe} />
        </Suspense>
      </div>
      <div className={layout.noted}>
        <TextArea
          label={t`What you’re looking for`}
          maxLength={2000}
          rows={3}
          value={form.lookingFor}
          error={said('lookingFor')}
          onChange={(event) => change({ lookingFor: event.target.value })}
        />
        <Suspense fallback={null}>
          <CoveredInProfile text={form.lookingFor} />
        </Suspense>
      </div>
      <div className={styles.pair}>
        <GenderField {...form} error={said('ownGender')} onChange={change} />
        <SegmentedControl
          label={t`I’m looking for`}
          name="cerco"
          options={[
            { value: 'donna', label: t`Women` },
            { value: 'uomo', label: t`Men` },
            { value: 'both', label: t`Women and men` },
          ]}
          value={form.seeks}
          onChange={(seeks) => change({ seeks: seeks as Sides })}
        />
      </div>
      <div className={styles.pair}>
        <RegionField
          country={session.country}
          hint={<Trans>Where you live: you can correct it twice in 30 days. Choose where you look in “Find”.</Trans>}
          value={place.region}
          onChoose={(region) => setPlace({ region, city: '' })}
        />
        <ComboBox
          label={t`Town or city`}
          optional={t({ message: '(optional)', context: 'town' })}
          value={place.city}
          onChange={(city) => {
            setPlace({ ...place, city })
            setUnknownCity(undefined)
          }}
          search={citySearch(session.country, place.region)}
          empty={<Trans>No town with this name.</Trans>}
          error={unknownCity !== undefined && i18n._(unknownTown(unknownCity, place.region))}
        />
      </div>
      {moved && (
        <Button variant="sec" busy={busy && <Trans>Saving…</Trans>} onClick={() => void attempt(move)}>
          <Trans>Save where you live</Trans>
        </Button>
      )}
      <SaveState state={state} onUndo={undo} />
    </form>
  )
}
