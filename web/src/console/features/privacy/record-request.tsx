import {
  type PrivacyRequestKind,
  privacyRequestKinds,
  type PrivacyRequestWay,
  privacyRequestWays,
} from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { BrandField } from '#console/parts/brand-field.tsx'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { inputTime } from '#console/parts/input-time.ts'
import { kindNames, wayNames } from './privacy-texts.ts'

/** Records what a person asked about their data. */
export const RecordRequest = ({
  brands,
  titleOf,
  onClose,
  onDone,
}: {
  readonly brands: readonly string[]
  readonly titleOf: (brand: string) => string
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { t, i18n } = useLingui()
  const [brand, setBrand] = useState(brands[0] ?? '')
  // Sent again after a lost answer, it is the same request.
  const [id] = useState(() => crypto.randomUUID())
  const [kind, setKind] = useState<PrivacyRequestKind>('access')
  const [way, setWay] = useState<PrivacyRequestWay>('mail')
  const [isMember, setMember] = useState(true)
  const [who, setWho] = useState('')
  const [asks, setAsks] = useState('')
  const [received, setReceived] = useState(() => inputTime(new Date()))
  return (
    <ActionDialog
      title={t`Record a request`}
      intro={<Trans>It has to be answered within a month of the day on which it was received.</Trans>}
      action={t({ message: 'Record', context: 'a request' })}
      onClose={onClose}
      onDone={onDone}
      run={(reason) =>
        api('POST /admin/api/:brand/privacy-requests', {
          params: { brand },
          body: {
            id,
            kind,
            way,
            asks,
            reason,
            receivedAt: new Date(received).toISOString(),
            ...(isMember ? { about: who } : { requester: who }),
          },
        })
      }
    >
      <BrandField brands={brands} titleOf={titleOf} value={brand} onChange={setBrand} />
      <SelectField
        label={t`What is asked`}
        value={kind}
        onChange={(event) => setKind(event.target.value as PrivacyRequestKind)}
      >
        {privacyRequestKinds.map((one) => (
          <option key={one} value={one}>
            {i18n._(kindNames[one])}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`How it came`}
        value={way}
        onChange={(event) => setWay(event.target.value as PrivacyRequestWay)}
      >
        {privacyRequestWays.map((one) => (
          <option key={one} value={one}>
            {i18n._(wayNames[one])}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Received`}
        type="datetime-local"
        required
        value={received}
        onChange={(event) => setReceived(event.target.value)}
      />
      <SelectField
        label={t`Who asks`}
        value={isMember ? 'member' : 'other'}
        onChange={(event) => setMember(event.target.value === 'member')}
      >
        <option value="member">{t`A member`}</option>
        <option value="other">{t`Someone without an account`}</option>
      </SelectField>
      <TextField
        label={isMember ? t`Address or id of the account` : t`Name, and how to reach them`}
        required
        maxLength={isMember ? 254 : 200}
        value={who}
        onChange={(event) => setWho(event.target.value)}
      />
      <TextArea
        label={t`What they wrote`}
        required
        rows={3}
        maxLength={2000}
        value={asks}
        onChange={(event) => setAsks(event.target.value)}
      />
    </ActionDialog>
  )
}
