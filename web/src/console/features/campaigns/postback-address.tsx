import type { AffiliateView, PostbackEvent } from '@incontro/contract/admin'
import { postbackNames } from '@incontro/contract/admin/campaign-words'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { problemText } from '#console/base/problem-text.ts'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { eventTexts } from './campaign-texts.ts'
import styles from './campaigns.module.css'

/** Written so, as in a text of ours they would be filled in. */
const marks = postbackNames.map((name) => `{${name}}`).join(' ')

/** The address that is called for an event, with what it becomes. */
export const PostbackAddress = ({
  brand,
  affiliate,
  event,
  stored,
  onClose,
  onDone,
}: {
  readonly brand: string
  readonly affiliate: AffiliateView
  readonly event: PostbackEvent
  /** As it was when the dialog opened. */
  readonly stored: string | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { t, i18n } = useLingui()
  const [address, setAddress] = useState(stored ?? '')
  const params = { brand, affiliate: affiliate.id, event }
  const preview = useMutation({
    mutationFn: (written: string) =>
      api('POST /admin/api/:brand/affiliates/:affiliate/postbacks/:event/preview', {
        params,
        body: { address: written },
      }),
  })
  const name = i18n._(eventTexts[event])
  return (
    <ActionDialog
      title={t`Address that is called: ${name}`}
      intro={
        stored === undefined ? (
          <Trans>What happens from now on is reported there.</Trans>
        ) : (
          <Trans>What waits is sent to the new address, too.</Trans>
        )
      }
      action={t`Save`}
      {...{ onClose, onDone }}
      run={(reason) =>
        api('PUT /admin/api/:brand/affiliates/:affiliate/postbacks/:event', {
          params,
          body: { address: address.trim(), before: stored ?? null, reason },
        }).catch((error: unknown) => {
          // What a colleague wrote is on the page once this is closed.
          onDone()
          throw error
        })
      }
    >
      <TextField
        label={t`Address`}
        hint={t`Public, with https://. After the question mark it may name: ${marks}`}
        inputMode="url"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        required
        maxLength={1000}
        value={address}
        onChange={(change) => {
          preview.reset()
          setAddress(change.target.value)
        }}
      />
      <div>
        <Button
          size="sm"
          variant="sec"
          disabled={address.trim() === ''}
          busy={preview.isPending && <Trans>One moment…</Trans>}
          onClick={() => preview.mutate(address.trim())}
        >
          <Trans>Preview with made-up values</Trans>
        </Button>
      </div>
      {preview.data && (
        <p role="status" className={styles.address}>
          {preview.data.address}
        </p>
      )}
      {preview.error && <FieldMessage>{i18n._(problemText(preview.error))}</FieldMessage>}
    </ActionDialog>
  )
}
