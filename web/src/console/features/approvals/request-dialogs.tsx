import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { AmountField, useAmount } from '#console/parts/amount-field.tsx'
import { Author } from '#console/parts/author.tsx'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import type { ApprovalRequest } from './approvals-query.ts'

interface DialogProps {
  readonly request: ApprovalRequest
  /** What it asks for, in words. */
  readonly what: string
  readonly onClose: () => void
  readonly onDone: () => void
}

const paramsOf = ({ brand, id }: ApprovalRequest) => ({ brand, request: id })

/** Approves or refuses what was shown: the digest says which version that was. */
export const DecideRequest = ({
  request,
  what,
  approve,
  onClose,
  onDone,
}: DialogProps & { readonly approve: boolean }) => {
  const { t } = useLingui()
  return (
    <ReasonDialog
      title={approve ? t`Approve this?` : t`Refuse this?`}
      intro={
        <>
          <b>{what}</b> · <Author of={request.by} />: {request.reason}
        </>
      }
      action={approve ? t`Approve` : t`Refuse`}
      isDangerous={!approve}
      onClose={onClose}
      run={async (reason) => {
        await api('POST /admin/api/:brand/approvals/:request/decide', {
          params: paramsOf(request),
          body: { approve, digest: request.digest, reason },
        })
        onDone()
      }}
    />
  )
}

export const WithdrawRequest = ({ request, what, onClose, onDone }: DialogProps) => {
  const { t } = useLingui()
  return (
    <ReasonDialog
      title={t`Withdraw your request?`}
      intro={<b>{what}</b>}
      action={t({ message: 'Withdraw', context: 'request' })}
      hasReason={false}
      onClose={onClose}
      run={async () => {
        await api('DELETE /admin/api/:brand/approvals/:request', { params: paramsOf(request) })
        onDone()
      }}
    />
  )
}

/** Changes the amount and the reason; who has read the request before has to read it again. */
export const ChangeRequest = ({ request, what, onClose, onDone }: DialogProps) => {
  const { t } = useLingui()
  const money = useAmount(request.amount, request.currency ?? 'EUR')
  const [count, setCount] = useState(String(request.amount))
  return (
    <ReasonDialog
      title={t`Change your request`}
      intro={
        <>
          <b>{what}</b>. <Trans>Who has read it before has to read it again.</Trans>
        </>
      }
      action={t`Save`}
      onClose={onClose}
      run={async (reason) => {
        const amount = request.currency === null ? Number(count) : money.minor()
        await api('PUT /admin/api/:brand/approvals/:request', { params: paramsOf(request), body: { amount, reason } })
        onDone()
      }}
    >
      {request.currency === null ? (
        <TextField
          label={t`How many`}
          type="number"
          min={1}
          max={1000}
          required
          value={count}
          onChange={(event) => setCount(event.target.value)}
        />
      ) : (
        <AmountField amount={money} />
      )}
    </ReasonDialog>
  )
}
