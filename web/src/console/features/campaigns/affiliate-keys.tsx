import type { AffiliateView, OldKeyDays } from '@incontro/contract/admin'
import { KeyButton } from '#console/parts/key-button.tsx'
import { oldKeyDays } from '@incontro/contract/admin/campaign-words'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { api } from '#console/base/api.ts'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { Author } from '#console/parts/author.tsx'
import parts from '#console/parts/parts.module.css'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import { Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import { AffiliateKey } from './affiliate-key.tsx'
import { oldKeyTexts } from './campaign-texts.ts'
import styles from './campaigns.module.css'

type Key = AffiliateView['keys'][number]

/** The keys that count, by their last characters. */
export const AffiliateKeys = ({
  brand,
  affiliate: { id, keys, name },
  mayManage,
  onChanged,
}: {
  readonly brand: string
  readonly affiliate: AffiliateView
  readonly mayManage: boolean
  readonly onChanged: () => void
}) => {
  const { t } = useLingui()
  const [ending, setEnding] = useState<Key | null>(null)
  const [isNew, setNew] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const params = { brand, affiliate: id }
  return (
    <Section title={<Trans>Keys</Trans>}>
      {keys.length === 0 && (
        <p className={parts.muted}>
          <Trans>No key counts: its calls are refused, and nothing can be reported to it.</Trans>
        </p>
      )}
      <ul className={parts.rows}>
        {keys.map((key) => (
          <li key={key.id}>
            <span className={parts.two}>
              <b>…{key.ending}</b>
              <span>
                <Trans>
                  Made by <Author of={key.madeBy} />, <Moment at={key.madeAt} />
                </Trans>
              </span>
              {key.endsAt !== null && (
                <span>
                  <Trans>
                    Counts until <Moment at={key.endsAt} />
                  </Trans>
                </span>
              )}
            </span>
            {mayManage && (
              <Button size="sm" variant="ghost" aria-label={t`End now: …${key.ending}`} onClick={() => setEnding(key)}>
                <Trans>End now</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.hint}>
        <Trans>
          The affiliate sends a key as the header x-affiliate-key when it reports clicks and orders. Our calls to its
          tracker are signed with each key that counts.
        </Trans>
      </p>
      {mayManage && (
        <div>
          <KeyButton keys="n" name={t`New key`} size="sm" variant="sec" onPress={() => setNew(true)} />
        </div>
      )}
      {isNew && (
        <NewKey
          {...{ name }}
          hasKeys={keys.length > 0}
          onClose={() => setNew(false)}
          run={async (days, reason) => {
            const { key } = await api('POST /admin/api/:brand/affiliates/:affiliate/keys', {
              params,
              body: { oldKeyDays: days, reason },
            })
            setNew(false)
            setMade(key)
            onChanged()
          }}
        />
      )}
      {made !== null && <AffiliateKey value={made} onClose={() => setMade(null)} />}
      {ending && (
        <ActionDialog
          title={t`End now: …${ending.ending}`}
          intro={<Trans>From now on calls with it are refused, and ours aren’t signed with it any more.</Trans>}
          action={t`End now`}
          isDangerous
          onClose={() => setEnding(null)}
          onDone={onChanged}
          run={(reason) =>
            api('POST /admin/api/:brand/affiliates/:affiliate/keys/:key/end', {
              params: { ...params, key: ending.id },
              body: { reason },
            })
          }
        />
      )}
    </Section>
  )
}

const NewKey = ({
  name,
  hasKeys,
  run,
  onClose,
}: {
  readonly name: string
  readonly hasKeys: boolean
  readonly run: (days: OldKeyDays, reason: string) => Promise<void>
  readonly onClose: () => void
}) => {
  const { t, i18n } = useLingui()
  const [days, setDays] = useState<OldKeyDays>('7')
  return (
    <ReasonDialog
      title={t`New key for “${name}”`}
      intro={<Trans>It is shown once.</Trans>}
      action={t`Make a key`}
      stays
      onClose={onClose}
      run={(reason) => run(days, reason)}
    >
      {hasKeys && (
        <SelectField
          label={t`The key before`}
          hint={t`So long the affiliate has to change over.`}
          value={days}
          onChange={(event) => setDays(event.target.value as OldKeyDays)}
        >
          {oldKeyDays.map((one) => (
            <option key={one} value={one}>
              {i18n._(oldKeyTexts[one])}
            </option>
          ))}
        </SelectField>
      )}
    </ReasonDialog>
  )
}
