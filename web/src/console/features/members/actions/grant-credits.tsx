import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { HeldDialog } from '#console/parts/held-dialog.tsx'
import type { ActionProps } from './action-props.ts'

export const GrantCredits = ({ brand, file, ...rest }: ActionProps) => {
  const { t } = useLingui()
  const [account, setAccount] = useState<'messages' | 'icebreakers' | 'likes'>('messages')
  const [count, setCount] = useState('5')
  const [reference, setReference] = useState('')
  // Sent again after a lost answer, it is the same request.
  const [id] = useState(() => crypto.randomUUID())
  return (
    <HeldDialog
      {...rest}
      title={t`Grant credits`}
      intro={<Trans>The member reads of it in their conversation about plans and credits.</Trans>}
      later={<Trans>Later it can’t be undone.</Trans>}
      action={t`Grant credits`}
      run={(reason) =>
        api('POST /admin/api/:brand/members/:id/credits', {
          params: { brand, id: file.id },
          body: { id, account, count: Number(count), reference, reason },
        })
      }
    >
      <SelectField
        label={t`What`}
        value={account}
        onChange={(event) => setAccount(event.target.value as typeof account)}
      >
        <option value="messages">{t`Message credits`}</option>
        <option value="icebreakers">{t`First messages`}</option>
        <option value="likes">{t`Likes`}</option>
      </SelectField>
      <TextField
        label={t`How many`}
        type="number"
        min={1}
        max={1000}
        required
        value={count}
        onChange={(event) => setCount(event.target.value)}
      />
      <TextField
        label={t`Reference`}
        hint={t`Such as the number of a ticket: each grants a member once.`}
        required
        maxLength={64}
        pattern="[\w.#\-]+"
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
    </HeldDialog>
  )
}
