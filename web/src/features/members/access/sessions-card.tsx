import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { api } from '#app/api/api.ts'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import text from '#styles/text.module.css'
import { TimeAgo } from '#app/i18n/time-ago.tsx'
import { deviceOf } from '#app/session/device.ts'
import styles from '../cards/profile.module.css'
import { SettingRow } from '../cards/setting-row.tsx'

const key = ['sessions'] as const

/** The member's sessions; each except the current one can be ended. */
export const SessionsCard = () => {
  const { t } = useLingui()
  const client = useQueryClient()
  const toast = useToast()
  const [ending, setEnding] = useState<string | null>(null)
  const { data, isError } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /api/users/sessions', { signal }),
  })
  const end = async (id: string) => {
    setEnding(id)
    const ended = await api('DELETE /api/users/sessions/:id', { params: { id } }).then(
      () => true,
      // The toast below informs the member.
      () => false,
    )
    setEnding(null)
    toast({
      text: ended ? (
        <Trans>You’re signed out on that device.</Trans>
      ) : (
        <Trans>That didn’t work. Try again shortly.</Trans>
      ),
    })
    void client.invalidateQueries({ queryKey: key })
  }
  if (isError && !data) return null
  return (
    <Card id="devices" className={styles.section}>
      <h3 className={text.h3}>
        <Trans>Where you’re signed in</Trans>
      </h3>
      {!data && <Skeleton shape="block" />}
      {data && (
        <ul className={styles.rows}>
          {[...data]
            .sort((a, b) => Number(b.current) - Number(a.current))
            .map(({ id, current, device: agent, lastSeenAt }) => {
              const { browser, system, phone } = deviceOf(agent)
              const device = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`Unknown device`)
              return (
                <SettingRow
                  key={id}
                  as="li"
                  icon={<Icon of={phone ? Smartphone : Laptop} />}
                  title={device}
                  state={
                    current && (
                      <Badge tone="ok">
                        <Trans>This device</Trans>
                      </Badge>
                    )
                  }
                  action={
                    !current && (
                      <Button
                        size="sm"
                        variant="sec"
                        aria-label={t`Sign out on ${device}`}
                        busy={ending === id && <Trans>Signing out…</Trans>}
                        onClick={() => void end(id)}
                      >
                        <Trans>Sign out</Trans>
                      </Button>
                    )
                  }
                >
                  <Trans>
                    Last active: <TimeAgo time={lastSeenAt} />
                  </Trans>
                </SettingRow>
              )
            })}
        </ul>
      )}
    </Card>
  )
}
