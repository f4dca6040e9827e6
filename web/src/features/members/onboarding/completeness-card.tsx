import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '#app/session/session.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import { type MeasuredStep, useStepFigure } from '#features/photos/index.ts'
import styles from '../cards/profile.module.css'
import { ownProfileQuery } from '../cards/profile-query.ts'
import start from './start.module.css'
import { isDone } from './is-done.ts'
import { stepTitles } from './steps.tsx'

const Brings = ({ step, figure }: { readonly step: MeasuredStep; readonly figure: string }) => {
  if (step === 'photo')
    return <Trans>Here, members with a photo received {figure} times the first messages of those without.</Trans>
  if (step === 'prompt')
    return (
      <Trans>
        Here, members who have answered a question received {figure} times the first messages of those who haven’t.
      </Trans>
    )
  if (step === 'intent')
    return (
      <Trans>
        Here, members who say what they are looking for received {figure} times the first messages of those who don’t.
      </Trans>
    )
  return (
    <Trans>
      Here, members who have chosen their interests received {figure} times the first messages of those who haven’t.
    </Trans>
  )
}

/** How many of the first steps are done, and links to the others with what each brings, as far as it was measured. */
export const CompletenessCard = () => {
  const { i18n } = useLingui()
  const { session } = useSession()
  const { data } = useQuery(ownProfileQuery(session.clickid))
  const figureOf = useStepFigure()
  const missing = data?.steps.filter(({ id }) => !isDone(id, data, session)) ?? []
  if (!data || missing.length === 0) return null
  const all = data.steps.length
  const done = all - missing.length
  return (
    <Card className={styles.section}>
      <div>
        <h2 className={text.h3}>
          <Trans>
            Your profile: {done} of {all}
          </Trans>
        </h2>
        <progress className={start.bar} max={all} value={done} aria-hidden />
      </div>
      <ul className={start.missing}>
        {missing.map(({ id }) => {
          // Every member has a name, so nothing is measured for it.
          const figure = id === 'name' ? null : figureOf(id)
          return (
            <li key={id}>
              <Link to={`/start?step=${id}`}>
                <span>
                  {i18n._(stepTitles[id])}
                  {id !== 'name' && figure !== null && (
                    <span className={start.brings}>
                      <Brings step={id} figure={figure} />
                    </span>
                  )}
                </span>
                <Icon of={ChevronRight} size={18} />
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
