import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useToast } from '#components/feedback/toast.tsx'
import { api, ApiProblem } from '#console/base/api.ts'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import type { Evidence } from './evidence-form.tsx'
import type { Opened } from './opened-dispute.ts'

/** Asks once more before evidence is sent, or the loss accepted. */
export const AnswerDialog = ({
  brand,
  dispute,
  evidence,
  onClose,
  onDone,
  onRefused,
}: {
  readonly brand: string
  readonly dispute: Opened
  /** Null accepts the loss. */
  readonly evidence: Evidence | null
  readonly onClose: () => void
  readonly onDone: () => void
  /** The provider's words are on the page then. */
  readonly onRefused: () => void
}) => {
  const { t } = useLingui()
  const toast = useToast()
  // Sent again after a lost answer, it is the same answer.
  const [id, setId] = useState(() => crypto.randomUUID())
  const params = { brand, order: dispute.order }
  const send = async (reason: string) => {
    try {
      const { state } = evidence
        ? await api('POST /admin/api/:brand/disputes/:order/evidence', { params, body: { id, ...evidence } })
        : await api('POST /admin/api/:brand/disputes/:order/accept', { params, body: { id, reason } })
      toast({
        text:
          state === 'sent'
            ? t`Done, and recorded in the audit.`
            : t`The provider hasn’t confirmed it yet. It is sent again until it does.`,
      })
      onDone()
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'provider_refused') {
        setId(crypto.randomUUID())
        onRefused()
      }
      throw error
    }
  }
  return evidence ? (
    <ReasonDialog
      title={t`Send this evidence?`}
      intro={<Trans>A provider takes evidence once: nothing can be added later.</Trans>}
      action={t`Send evidence`}
      hasReason={false}
      run={send}
      onClose={onClose}
    />
  ) : (
    <ReasonDialog
      title={t`Accept the loss?`}
      intro={
        <Trans>
          The provider pays the money back, which can’t be undone. Don’t refund the order as well. What was used is
          written off. The reason is kept with the books: write no names.
        </Trans>
      }
      action={t`Accept the loss`}
      isDangerous
      run={send}
      onClose={onClose}
    />
  )
}
