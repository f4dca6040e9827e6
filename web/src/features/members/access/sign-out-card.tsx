import { Trans } from '@lingui/react/macro'
import { LogOut } from 'lucide-react'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { SettingRow } from '../cards/setting-row.tsx'

/** Signs out of this browser; the profile does not change. */
export const SignOutCard = () => {
  const { signOut } = useSession()
  return (
    <Card>
      <SettingRow
        icon={<Icon of={LogOut} />}
        title={<Trans>Sign out of this browser</Trans>}
        action={
          <Button size="sm" variant="sec" onClick={() => void signOut()}>
            <Trans>Sign out</Trans>
          </Button>
        }
      >
        <Trans>Your profile stays as it is.</Trans>
      </SettingRow>
    </Card>
  )
}
