import type { PasskeyView } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { Badge } from '#components/marks/labels.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { TimeAgo } from '#app/i18n/time-ago.tsx'
import { useDate } from '#app/i18n/date.ts'
import styles from '../cards/profile.module.css'
import { SettingRow } from '../cards/setting-row.tsx'

/** A passkey's name, or a generic one if it has none. */
export const usePasskeyName = () => {
  const { t } = useLingui()
  return ({ name }: PasskeyView) => name || t`Passkey`
}

export const PasskeyRow = ({
  passkey,
  onRename,
  onRemove,
}: {
  passkey: PasskeyView
  onRename: () => void
  onRemove: () => void
}) => {
  const { t } = useLingui()
  const name = usePasskeyName()(passkey)
  const created = useDate()(new Date(passkey.createdAt), 'on')
  return (
    <SettingRow
      as="li"
      small
      icon={<Icon of={KeyRound} />}
      title={<span>{name}</span>}
      state={
        passkey.synced ? (
          <Badge tone="ok">
            <Trans>Synced</Trans>
          </Badge>
        ) : (
          <Badge>
            <Trans>On one device only</Trans>
          </Badge>
        )
      }
      action={
        <span className={styles.actions}>
          <IconButton icon={Pencil} label={t`Rename ${name}`} onClick={onRename} />
          <IconButton icon={Trash2} label={t`Remove ${name}`} onClick={onRemove} />
        </span>
      }
    >
      <Trans>Created on {created}.</Trans>{' '}
      {passkey.lastUsedAt ? (
        <Trans>
          Last sign-in: <TimeAgo time={passkey.lastUsedAt} />.
        </Trans>
      ) : (
        <Trans>Never used.</Trans>
      )}
    </SettingRow>
  )
}
