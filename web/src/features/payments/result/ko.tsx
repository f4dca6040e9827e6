import { Trans, useLingui } from '@lingui/react/macro'
import { CircleX } from 'lucide-react'
import { Title } from '../../../app/seo/title.tsx'
import { ButtonLink } from '../../../components/buttons/button.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import layout from '../../../styles/layout.module.css'

/** Not paid. */
export default function Ko() {
  const { t } = useLingui()
  return (
    <main id="main" className={layout.page}>
      <Title>{t`Pagamento non riuscito`}</Title>
      <EmptyState
        level={1}
        tone="bad"
        icon={CircleX}
        title={<Trans>Qualcosa non ha funzionato</Trans>}
        text={<Trans>Il pagamento non è riuscito e non abbiamo addebitato nulla.</Trans>}
        action={
          <ButtonLink href="/purchase">
            <Trans>Torna ai piani</Trans>
          </ButtonLink>
        }
      />
    </main>
  )
}
