import type { OfferDraft, OfferKind, OfferView } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { inputTime } from '#console/parts/input-time.ts'

export type OfferAction = 'submit' | 'approve' | 'refuse' | 'withdraw' | 'publish' | 'plan' | 'rollBack' | 'discard'

interface Words {
  readonly title: string
  readonly intro: ReactNode
  readonly action: string
}

/** Asks before something goes on, and for the reason where others are concerned. */
export const OfferDialog = ({
  place,
  view,
  title,
  action,
  onClose,
  onDone,
}: {
  readonly place: { readonly brand: string; readonly kind: OfferKind; readonly key: string }
  /** As it was when the dialog opened. */
  readonly view: OfferView
  readonly title: string
  readonly action: OfferAction
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { t } = useLingui()
  const [at, setAt] = useState('')
  const [now] = useState(() => inputTime(new Date()))
  const params = { ...place }
  const digest = (view.draft as OfferDraft | null)?.digest ?? ''
  const words: Readonly<Record<OfferAction, Words>> = {
    submit: {
      title: t`Ask for the approval of “${title}”?`,
      intro: <Trans>Another person of marketing or an owner reads what changes.</Trans>,
      action: t`Ask for approval`,
    },
    approve: {
      title: t`Approve “${title}”?`,
      intro: <Trans>Exactly what you have read can be published then. Any edit takes the approval away.</Trans>,
      action: t`Approve`,
    },
    refuse: {
      title: t`Give “${title}” back?`,
      intro: <Trans>It is a draft again, and shows your reason.</Trans>,
      action: t`Give back`,
    },
    withdraw: {
      title: t`Take “${title}” back?`,
      intro: <Trans>It is a draft again. Nothing is published, not even at a time that was planned.</Trans>,
      action: t`Take back`,
    },
    publish: {
      title: t`Publish “${title}” now?`,
      intro: <Trans>Members see it within seconds. It can be rolled back.</Trans>,
      action: t`Publish`,
    },
    plan: {
      title: t`Publish “${title}” at a time?`,
      intro: (
        <Trans>It is checked once more then: still approved, by a person who still may, and without faults.</Trans>
      ),
      action: t`Plan`,
    },
    rollBack: {
      title: t`Roll “${title}” back?`,
      intro:
        view.rollBackTo === null ? (
          <Trans>Rolled back, the file of the brand counts again.</Trans>
        ) : (
          <Trans>Rolled back, version {view.rollBackTo} counts again.</Trans>
        ),
      action: t`Roll back`,
    },
    discard: { title: t`Discard the draft?`, intro: <Trans>What is proposed is gone then.</Trans>, action: t`Discard` },
  }
  const run = (reason: string): Promise<unknown> => {
    switch (action) {
      case 'submit':
        return api('POST /admin/api/:brand/offers/:kind/:key/submit', { params, body: { digest } })
      case 'discard':
        return api('DELETE /admin/api/:brand/offers/:kind/:key/draft', { params })
      case 'withdraw':
        return api('POST /admin/api/:brand/offers/:kind/:key/withdraw', { params, body: { reason } })
      case 'rollBack':
        return api('POST /admin/api/:brand/offers/:kind/:key/roll-back', {
          params,
          body: { version: view.live?.version ?? 1, reason },
        })
      case 'publish':
      case 'plan':
        return api('POST /admin/api/:brand/offers/:kind/:key/publish', {
          params,
          body: { digest, at: action === 'plan' ? new Date(at).toISOString() : null, reason },
        })
      default:
        return api('POST /admin/api/:brand/offers/:kind/:key/decide', {
          params,
          body: { approve: action === 'approve', digest, reason },
        })
    }
  }
  return (
    <ActionDialog
      {...words[action]}
      hasReason={action !== 'submit' && action !== 'discard'}
      isDangerous={action === 'rollBack' || action === 'discard'}
      run={run}
      onDone={onDone}
      onClose={onClose}
    >
      {action === 'plan' && (
        <TextField
          label={t`Published at`}
          type="datetime-local"
          required
          min={now}
          value={at}
          onChange={({ target }) => setAt(target.value)}
        />
      )}
    </ActionDialog>
  )
}
