import { onboardingSteps } from '@incontro/contract/profile-choices'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { Title } from '#app/seo/title.tsx'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { type OwnProfile, ownProfileQuery, profileKey } from '../cards/profile-query.ts'
import { Refused } from '../choices/refused.tsx'
import { isDone } from './is-done.ts'
import { OneStep, stepTitles } from './steps.tsx'
import styles from './start.module.css'

export const handle = { menu: false, appBar: 'none' }

const Steps = ({ profile }: { profile: OwnProfile }) => {
  const { i18n } = useLingui()
  const { session, update } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const wished = onboardingSteps.find((step) => step === search.get('step'))
  // Fixed when the page opens, so that the back button still reaches steps that were done meanwhile.
  const [way] = useState(() => {
    const open = profile.steps.filter(({ state }) => state === 'open').map(({ id }) => id)
    return wished ? [wished, ...open.filter((id) => id !== wished)] : open
  })
  const [at, setAt] = useState(0)
  const [name, setName] = useState(session.nameMissing ? '' : session.memberName)
  const [lookingFor, setLookingFor] = useState(profile.lookingFor)
  const [empty, setEmpty] = useState(false)
  const { busy, failure, attempt } = useAttempt()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(0)
  const step = way[at]
  const finished = step === undefined
  useEffect(() => {
    if (finished) void navigate(wished ? '/profile' : '/find', { replace: true })
    else if (at !== shown.current) heading.current?.focus()
    shown.current = at
  }, [at, finished, navigate, wished])
  if (finished) return null
  // Steps that were done or skipped on an earlier visit count, too.
  const all = profile.steps.length
  const before = all - way.length
  const params = { trackerId: session.clickid }
  const store = (changes: Partial<OwnProfile>) =>
    client.setQueryData<OwnProfile>([...profileKey, session.clickid], (now) => now && { ...now, ...changes })
  const done = isDone(step, profile, session) || (step === 'intent' && lookingFor.trim() !== '')
  const next = (event: FormEvent) => {
    event.preventDefault()
    // A form in a dialog of this step submits by itself, but React bubbles its event through portals.
    if (event.target !== event.currentTarget) return
    if (step === 'name' && name.trim() === '') return setEmpty(true)
    void attempt(async () => {
      if (step === 'name') {
        update((await api('PUT /api/users/:trackerId', { params, body: { username: name.trim() } })).user)
        store({ username: name.trim() })
      } else if (!done)
        store(await api('POST /api/users/onboarding/skip', { body: { trackerId: session.clickid, step } }))
      else if (step === 'intent' && lookingFor !== profile.lookingFor) {
        await api('PUT /api/users/:trackerId', { params, body: { lookingFor } })
        store({ lookingFor: lookingFor.trim() })
      }
      setAt(at + 1)
    })
  }
  // The photos have a card of their own.
  const ask = (
    <OneStep
      step={step}
      name={name}
      onName={setName}
      empty={empty}
      lookingFor={lookingFor}
      onLookingFor={setLookingFor}
    />
  )
  return (
    <form className={styles.step} onSubmit={next} noValidate>
      {way.length > 1 && (
        <div>
          <p className={styles.count}>
            <Trans>
              Step {before + at + 1} of {all}
            </Trans>
          </p>
          <progress className={styles.progress} max={all} value={before + at + 1} aria-hidden />
        </div>
      )}
      <h1 ref={heading} tabIndex={-1} className={classNames(text.h1, styles.title)}>
        {i18n._(stepTitles[step])}
      </h1>
      <Refused failure={failure} />
      {step === 'photo' ? ask : <Card className={layout.form}>{ask}</Card>}
      <div className={styles.actions}>
        {at > 0 && (
          <Button variant="ghost" size="lg" onClick={() => setAt(at - 1)}>
            <Trans>Back</Trans>
          </Button>
        )}
        <Button
          type="submit"
          size="lg"
          variant={done || step === 'name' ? 'pri' : 'sec'}
          busy={busy && <Trans>Saving…</Trans>}
        >
          {done || step === 'name' ? <Trans>Continue</Trans> : <Trans>Not now</Trans>}
        </Button>
      </div>
    </form>
  )
}

/**
 * The first steps of a profile, one at a time. Each except the name can be skipped, and the server stores the skipped
 * ones.
 */
export default function Start() {
  const { t } = useLingui()
  const { session } = useSession()
  const { data, isError, isFetching, refetch } = useQuery(ownProfileQuery(session.clickid))
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <Title>{t`Your profile, step by step`}</Title>
      {data && <Steps profile={data} />}
      {!data && !isError && (
        <div role="status" aria-busy="true" aria-label={t`Loading the profile`}>
          <Skeleton shape="block" className={styles.skeleton} />
        </div>
      )}
      {!data && isError && (
        <ErrorState busy={isFetching} onRetry={() => void refetch()} title={<Trans>We can’t load the profile</Trans>} />
      )}
    </main>
  )
}
