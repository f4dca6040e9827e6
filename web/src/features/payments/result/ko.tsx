import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { Title } from '../../../app/seo/title.tsx'
import { ButtonLink } from '../../../components/buttons/button.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import layout from '../../../styles/layout.module.css'
import { outcomeNamed } from './payment-outcomes.ts'

/** Not paid; `errorMsg` in the address says why, where it is a code of the catalogue. */
export default function Ko() {
  const { t, i18n } = useLingui()
  const [query] = useSearchParams()
  const { title, text, icon, next } = outcomeNamed(query.get('errorMsg'))
  return (
    <main id="main" className={layout.page}>
      <Title>{t`Pagamento non riuscito`}</Title>
      <EmptyState
        level={1}
        tone="bad"
        icon={icon}
        title={i18n._(title)}
        text={i18n._(text)}
        action={
          <>
            <ButtonLink href="/purchase">
              {next === 'other' ? <Trans>Scegli un altro metodo</Trans> : <Trans>Torna ai piani</Trans>}
            </ButtonLink>
            <ButtonLink href="/contactUs" reload variant="ghost">
              <Trans>Scrivi all’assistenza</Trans>
            </ButtonLink>
          </>
        }
      />
    </main>
  )
}
