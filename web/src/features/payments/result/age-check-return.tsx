import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api, ApiProblem } from '#app/api/api.ts'
import { Title } from '#app/seo/title.tsx'
import { useSession } from '#app/session/session.tsx'
import { ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { Spinner } from '#components/marks/spinner.tsx'
import layout from '#styles/layout.module.css'
import { PurchaseHead } from '../purchase/purchase-head.tsx'
import { useAgeShown } from './paid.ts'
import styles from './result.module.css'

export const handle = { bare: true, menu: false }

type Shown = 'asking' | 'under_18' | 'refused' | 'old' | 'failed'

/** The page to which the wallet returns the browser; the server reports the result. */
export default function AgeCheckReturn() {
  const { t } = useLingui()
  const { session } = useSession()
  const [query] = useSearchParams()
  const ageShown = useAgeShown()
  const code = query.get('code') ?? ''
  const [shown, setShown] = useState<Shown>('asking')
  const asked = useRef(false)
  const { clickid } = session
  const ask = async () => {
    setShown('asking')
    try {
      const { result } = await api('POST /api/ageCheck/wallet/result', { body: { clickid, code } })
      if (result === 'over_18') await ageShown()
      else setShown(result)
    } catch (error) {
      setShown(error instanceof ApiProblem && error.status >= 400 && error.status < 500 ? 'old' : 'failed')
    }
  }
  useEffect(() => {
    // A code is valid only once.
    if (asked.current) return
    asked.current = true
    void ask()
  })
  const title = t`Age check`
  return (
    <>
      <PurchaseHead title={title} />
      <main id="main" className={layout.page}>
        <Title>{title}</Title>
        {shown === 'asking' && (
          <div className={styles.result}>
            <Spinner large />
            <p role="status">
              <Trans>Reading the wallet’s answer.</Trans>
            </p>
          </div>
        )}
        {shown === 'failed' && <ErrorState onRetry={() => void ask()} />}
        {(shown === 'under_18' || shown === 'refused' || shown === 'old') && (
          <EmptyState
            level={1}
            tone="bad"
            icon={ShieldAlert}
            title={
              shown === 'under_18' ? (
                <Trans>This site is for adults only</Trans>
              ) : (
                <Trans>Your age wasn’t checked</Trans>
              )
            }
            text={
              shown === 'under_18' ? (
                <Trans>The wallet says you’re under 18. If that’s a mistake, write to support.</Trans>
              ) : (
                <Trans>The wallet didn’t show your age, or too much time passed. You can try again.</Trans>
              )
            }
            action={
              <>
                <ButtonLink href="/vip_plan/cred">
                  <Trans>Check again</Trans>
                </ButtonLink>
                <ButtonLink href="/contactUs" reload variant="ghost">
                  <Trans>Write to support</Trans>
                </ButtonLink>
              </>
            }
          />
        )}
      </main>
    </>
  )
}
