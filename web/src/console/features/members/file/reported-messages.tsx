import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import parts from '#console/parts/parts.module.css'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import { Moment } from '#console/parts/time.tsx'
import type { FileProps } from '../opened-file.ts'

type Messages = ReplyOf<'POST /admin/api/:brand/members/:id/reports/:report/messages'>

/** Asks for a reason, then shows what was reported and what was written around it. */
export const ReportedMessages = ({
  brand,
  file,
  report,
  onClose,
}: FileProps & { readonly report: string; readonly onClose: () => void }) => {
  const { t } = useLingui()
  const [messages, setMessages] = useState<Messages | null>(null)
  if (messages === null)
    return (
      <ReasonDialog
        title={t`Read reported messages?`}
        intro={
          <Trans>
            Those that the report names, and five before and after each. Both members find it in the export of their
            data.
          </Trans>
        }
        action={t`Read the messages`}
        onClose={onClose}
        stays
        run={async (reason) =>
          setMessages(
            await api('POST /admin/api/:brand/members/:id/reports/:report/messages', {
              params: { brand, id: file.id, report },
              body: { reason },
            }),
          )
        }
      />
    )
  return (
    <Dialog open title={t`Reported messages`} onClose={onClose}>
      <ul className={parts.rows}>
        {messages.map((one, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never change places
          <li key={n}>
            <span className={parts.note}>
              <span>
                <Text of={one} />
              </span>
              <span className={parts.muted}>
                {one.isTheirs ? (file.name ?? t`Member`) : t`The other member`} · <Moment at={one.at} />
              </span>
            </span>
            {one.isReported && (
              <Badge tone="warn">
                <Trans>Reported</Trans>
              </Badge>
            )}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="sec" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const Text = ({ of: { text, media, isWithdrawn } }: { readonly of: Messages[number] }) => {
  if (isWithdrawn) return <Trans>Withdrawn by its author</Trans>
  if (media === 'photo') return <Trans>A photo</Trans>
  if (media === 'voice') return <Trans>A voice message</Trans>
  return text
}
