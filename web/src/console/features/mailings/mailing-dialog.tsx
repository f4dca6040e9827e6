import type { MailingView } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { api } from '#console/base/api.ts'
import { ActionDialog } from '#console/parts/action-dialog.tsx'

export type MailingAction = 'submit' | 'approve' | 'refuse' | 'stop' | 'delete'

interface Words {
  readonly title: string
  readonly intro: ReactNode
  readonly action: string
}

/** Asks before a mailing goes on, and for the reason where others are concerned. */
export const MailingDialog = ({
  brand,
  mailing: { id, name, digest },
  action,
  onClose,
  onDone,
}: {
  readonly brand: string
  /** As it was when the dialog opened. */
  readonly mailing: MailingView
  readonly action: MailingAction
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { t } = useLingui()
  const params = { brand, mailing: id }
  const words: Readonly<Record<MailingAction, Words>> = {
    submit: {
      title: t`Ask for the approval of “${name}”?`,
      intro: <Trans>Another person of marketing or an owner reads it and lets it go out.</Trans>,
      action: t`Ask for approval`,
    },
    approve: {
      title: t`Approve “${name}”?`,
      intro: (
        <Trans>It is sent exactly as you have read it, once it is time. Read it in every language before you do.</Trans>
      ),
      action: t`Approve`,
    },
    refuse: {
      title: t`Give “${name}” back?`,
      intro: <Trans>It is a draft again.</Trans>,
      action: t`Give back`,
    },
    stop: {
      title: t`Stop “${name}”?`,
      intro: <Trans>What is queued isn’t sent any more. It can’t go on after that.</Trans>,
      action: t`Stop`,
    },
    delete: { title: t`Delete “${name}”?`, intro: <Trans>The draft is gone then.</Trans>, action: t`Delete` },
  }
  const run = (reason: string): Promise<unknown> => {
    if (action === 'submit') return api('POST /admin/api/:brand/mailings/:mailing/submit', { params, body: { digest } })
    if (action === 'delete') return api('DELETE /admin/api/:brand/mailings/:mailing', { params })
    if (action === 'stop') return api('POST /admin/api/:brand/mailings/:mailing/stop', { params, body: { reason } })
    return api('POST /admin/api/:brand/mailings/:mailing/decide', {
      params,
      body: { approve: action === 'approve', digest, reason },
    })
  }
  return (
    <ActionDialog
      {...words[action]}
      isDangerous={action === 'stop' || action === 'delete'}
      hasReason={action !== 'submit' && action !== 'delete'}
      {...{ run, onClose, onDone }}
    />
  )
}
