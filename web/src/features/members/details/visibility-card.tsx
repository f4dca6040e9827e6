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
        <Trans>Who sees you and who writes to you</Trans>
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
          title={<Trans>We couldn’t load your choices</Trans>}
        />
      )}
      {data && (
        <>
          <ul className={styles.rows}>
            <SettingRow
              as="li"
              small
              icon={<Icon of={Eye} />}
              title={<Trans>Show my profile to everyone</Trans>}
              action={onOff(t`Show my profile to everyone`, !data.hidden, (on) => ({ hidden: !on }))}
            >
              {data.hidden ? (
                <Trans>
                  Nobody can find you: only people you’ve liked and people you already have a conversation with can see
                  you.
                </Trans>
              ) : (
                <Trans>
                  People looking for someone like you can find you. If you turn this off, only people you’ve liked and
                  people you already have a conversation with can see you.
                </Trans>
              )}
            </SettingRow>
            <SettingRow
              as="li"
              small
              icon={<Icon of={Clock} />}
              title={<Trans>Show when I’m online</Trans>}
              action={onOff(t`Show when I’m online`, !data.hideLastSeen, (on) => ({ hideLastSeen: !on }))}
            >
              <Trans>Others see whether you’re online, were here today or this week.</Trans>
            </SettingRow>
            <SettingRow
              as="li"
              small
              icon={<Icon of={Footprints} />}
              title={<Trans>Show my visits</Trans>}
              action={onOff(t`Show my visits`, !data.hideVisits, (on) => ({ hideVisits: !on }))}
            >
              <Trans>
                The people you visit see it in their notifications. With a hidden profile, your visits never show.
              </Trans>
            </SettingRow>
          </ul>
          <SelectField
            label={<Trans>Who can write to you first</Trans>}
            hint={<Trans>People you like always can. Conversations that have already started stay open.</Trans>}
            value={data.firstMessagesFrom}
            onChange={(event) =>
              void change({ firstMessagesFrom: event.target.value as PrivacySettings['firstMessagesFrom'] })
            }
          >
            <option value="everyone">{t`All`}</option>
            <option value="verified">{t`Verified profiles and people you like`}</option>
            <option value="liked">{t`Only people you like`}</option>
          </SelectField>
        </>
      )}
    </Card>
  )
}
