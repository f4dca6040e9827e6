import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { api } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useSite } from '#app/brand/site.ts'
import { dayOf } from '#app/i18n/date-forms.ts'
import { Button } from '#components/buttons/button.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import { applyBlock } from '#features/trust/index.ts'
import styles from '../cards/profile.module.css'
import { SettingRow } from '../cards/setting-row.tsx'

/** The members whom the member has blocked, each with a button to unblock. */
export const BlockedCard = () => {
  const { t, i18n } = useLingui()
  const { locale } = useSite()
  const client = useQueryClient()
  const { busy, failure, attempt } = useAttempt()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['blocked'],
    queryFn: ({ signal }) => api('GET /api/block', { signal }),
  })
  const unblock = (memberId: string) =>
    attempt(async () => {
      await api('DELETE /api/block/:angelId', { params: { memberId } })
      await applyBlock(client, memberId, false)
    })
  return (
    <Card id="blocked" className={styles.section}>
      <h3 className={text.h3}>
        <Trans>Blocked people</Trans>
      </h3>
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      {!data && isError && (
        <ErrorState
          busy={isFetching}
          onRetry={() => void refetch()}
          title={<Trans>We can’t load the people you’ve blocked</Trans>}
        />
      )}
      {data?.length === 0 && (
        <p className={styles.small}>
          <Trans>You haven’t blocked anyone.</Trans>
        </p>
      )}
      {data && data.length > 0 && (
        <ul className={styles.rows}>
          {data.map(({ memberId, memberName: name, time }) => {
            const day = dayOf(time, locale, undefined, 'on')
            const memberName = name || t`Profile not available`
            return (
              <SettingRow
                key={memberId}
                as="li"
                small
                icon={<Icon of={Ban} />}
                title={memberName}
                action={
                  <Button
                    size="sm"
                    variant="sec"
                    busy={busy && <Trans>Unblocking…</Trans>}
                    aria-label={t`Unblock ${memberName}`}
                    onClick={() => void unblock(memberId)}
                  >
                    <Trans>Unblock</Trans>
                  </Button>
                }
              >
                <Trans>Blocked on {day}. You can’t see or write to each other.</Trans>
              </SettingRow>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
