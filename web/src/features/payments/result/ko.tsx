import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useSession } from '#app/session/session.tsx'
import { usePageBeforePurchase } from '#app/shell/purchase-origin.ts'
import { Title } from '#app/seo/title.tsx'
import { ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import layout from '#styles/layout.module.css'
import { payRulesQuery } from '#features/credits/index.ts'
import { BackTo } from './back-to.tsx'
import { outcomeNamed } from './payment-outcomes.ts'

/** Not paid; `errorMsg` in the URL gives the reason, if it is a code of the catalogue. */
export default function Ko() {
  const { t, i18n } = useLingui()
  const [query] = useSearchParams()
  const { session } = useSession()
  const { data: rules } = useQuery(payRulesQuery(session))
  const remembered = usePageBeforePurchase()
  const origin = remembered ?? rules?.returnTo ?? null
  const { title, text, icon, next } = outcomeNamed(query.get('errorMsg'))
  const values = { label: '' }
  return (
    <main id="main" className={layout.page}>
      <Title>{t`Payment failed`}</Title>
      <EmptyState
        level={1}
        tone="bad"
        icon={icon}
        title={i18n._({ ...title, values })}
        text={i18n._({ ...text, values })}
        action={
          <>
            <ButtonLink href="/purchase">
              {next === 'other' ? <Trans>Choose another method</Trans> : <Trans>Back to the plans</Trans>}
            </ButtonLink>
            {origin && (
              <ButtonLink href={origin} variant="sec">
                <BackTo origin={origin} />
              </ButtonLink>
            )}
            <ButtonLink href="/contactUs" reload variant="ghost">
              <Trans>Write to support</Trans>
            </ButtonLink>
          </>
        }
      />
    </main>
  )
}
