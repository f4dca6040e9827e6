import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { ButtonLink } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { SettingRow } from '../cards/setting-row.tsx'

/** The link to the consent centre, which is public so that visitors can use it, too. */
export const PrivacyCard = () => {
  const { t } = useLingui()
  return (
    <Card>
      <SettingRow
        icon={<Icon of={ShieldCheck} />}
        title={<Trans>Consents</Trans>}
        action={
          <ButtonLink href="/cookies" variant="sec" size="sm" reload aria-label={t`Manage your consents`}>
            <Trans>Open</Trans>
          </ButtonLink>
        }
      >
        <Trans>What you agreed to, when, and how to change your mind.</Trans>
      </SettingRow>
    </Card>
  )
}
