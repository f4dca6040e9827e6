import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Icon } from '../../components/icon.tsx'
import { SettingRow } from './setting-row.tsx'

/** The way to the consent centre, which is outside the signed-in pages so that everybody finds it. */
export const PrivacyCard = () => {
  const { t } = useLingui()
  return (
    <Card>
      <SettingRow
        icon={<Icon of={ShieldCheck} />}
        title={<Trans>Consensi</Trans>}
        action={
          <ButtonLink href="/cookies" variant="sec" size="sm" reload aria-label={t`Apri i consensi`}>
            <Trans>Apri</Trans>
          </ButtonLink>
        }
      >
        <Trans>A che cosa hai detto sì, quando, e come cambiare idea.</Trans>
      </SettingRow>
    </Card>
  )
}
