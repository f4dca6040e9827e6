import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useSession } from '#app/session/session.tsx'
import text from '#styles/text.module.css'
import { payRulesQuery, visiblePlans } from '#features/credits/index.ts'

/** Shown below a free member's newest message: who cannot read it, and the plan with which everyone can (section 2). */
export const CoverNote = () => {
  const { session } = useSession()
  const { data: rules } = useQuery(payRulesQuery(session))
  const first = rules && visiblePlans(rules)[0]
  const address = first ? `/purchase?plan=${encodeURIComponent(first.planId)}` : '/purchase'
  return (
    <Trans>
      People without a plan may not be able to read this.{' '}
      <Link className={text.link} to={address}>
        Make sure everyone can
      </Link>
    </Trans>
  )
}
