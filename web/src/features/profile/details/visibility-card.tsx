import type { PrivacySettings } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Clock, Eye, Footprints } from 'lucide-react'
import { api } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { Switch } from '#components/forms/switch.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import styles from '../cards/profile.module.css'
import { SettingRow } from '../cards/setting-row.tsx'

const key = ['privacy']

/** How visible the member is, and who may write to them first. Each choice is saved immediately. */
export const VisibilityCard = () => {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const { failure, attempt } = useAttempt()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /api/users/privacy', { signal }),
  })
  const change = async (changes: Partial<PrivacySettings>) => {
    const before = data
    client.setQueryData<PrivacySettings>(key, (now) => now && { ...now, ...changes })
    const saved = await attempt(async () => {
      client.setQueryData(key, await api('PUT /api/users/privacy', { body: changes }))
    })
    if (!saved) client.setQueryData(key, before)
  }
  const onOff = (label: string, on: boolean, changes: (on: boolean) => Partial<PrivacySettings>) => (
    <Switch checked={on} onChange={(event) => void change(changes(event.target.checked))}>
      <span className={text.hidden}>{label}</span>
    </Switch>
  )
  return (
    <Card id="visibility" className={styles.section}>
      <h3 className={text.h3}>
        <Trans>Chi ti vede e chi ti scrive</Trans>
      </h3>
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      {!data && !isError && <Skeleton shape="block" className={styles.two} />}
      {!data && isError && (
        <ErrorState
          busy={isFetching}
          onRetry={() => void refetch()}
          title={<Trans>Non riusciamo a caricare le tue scelte</Trans>}
        />
      )}
      {data && (
        <>
          <ul className={styles.rows}>
            <SettingRow
              as="li"
              small
              icon={<Icon of={Eye} />}
              title={<Trans>Mostra il profilo a tutti</Trans>}
              action={onOff(t`Mostra il profilo a tutti`, !data.hidden, (on) => ({ hidden: !on }))}
            >
              {data.hidden ? (
                <Trans>
                  Nessuno ti trova: ti vedono solo le persone che ti piacciono e chi ha già una conversazione con te.
                </Trans>
              ) : (
                <Trans>
                  Ti trova chi cerca qualcuno come te. Se spegni, ti vedono solo le persone che ti piacciono e chi ha
                  già una conversazione con te.
                </Trans>
              )}
            </SettingRow>
            <SettingRow
              as="li"
              small
              icon={<Icon of={Clock} />}
              title={<Trans>Mostra quando sono online</Trans>}
              action={onOff(t`Mostra quando sono online`, !data.hideLastSeen, (on) => ({ hideLastSeen: !on }))}
            >
              <Trans>Gli altri leggono se sei online, oggi o in questa settimana.</Trans>
            </SettingRow>
            <SettingRow
              as="li"
              small
              icon={<Icon of={Footprints} />}
              title={<Trans>Mostra le mie visite</Trans>}
              action={onOff(t`Mostra le mie visite`, !data.hideVisits, (on) => ({ hideVisits: !on }))}
            >
              <Trans>Chi visiti lo vede nelle notifiche. Con il profilo nascosto non si vedono mai.</Trans>
            </SettingRow>
          </ul>
          <SelectField
            label={<Trans>Chi può scriverti per primo</Trans>}
            hint={<Trans>Le persone che ti piacciono possono sempre. Le chat già iniziate restano aperte.</Trans>}
            value={data.firstMessagesFrom}
            onChange={(event) =>
              void change({ firstMessagesFrom: event.target.value as PrivacySettings['firstMessagesFrom'] })
            }
          >
            <option value="everyone">{t`Tutti`}</option>
            <option value="verified">{t`Profili verificati e persone che ti piacciono`}</option>
            <option value="liked">{t`Solo persone che ti piacciono`}</option>
          </SelectField>
        </>
      )}
    </Card>
  )
}
