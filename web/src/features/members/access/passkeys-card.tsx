import type { PasskeyView } from '@incontro/contract'
import { mostPasskeys } from '@incontro/contract/limits'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { Card } from '#components/layout/card.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import text from '#styles/text.module.css'
import { AddPasskey } from './add-passkey.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { passkeysQuery } from './passkeys-query.ts'
import styles from '../cards/profile.module.css'

const RenameDialog = lazyDialog(() => import('./passkey-rename-dialog.tsx'))
const RemoveDialog = lazyDialog(() => import('./passkey-remove-dialog.tsx'))

/** Explains and lists the account's passkeys, and adds new ones. */
export const PasskeysCard = () => {
  useIdlePreload(RenameDialog, RemoveDialog)
  const { data, isError, isFetching, refetch } = useQuery(passkeysQuery)
  const [dialog, setDialog] = useState<{ readonly to: 'rename' | 'remove'; readonly passkey: PasskeyView } | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => setDialog(null)
  const removed = () => {
    close()
    // The element that would get the focus back was removed; the dialog releases the focus one frame later.
    requestAnimationFrame(() => requestAnimationFrame(() => heading.current?.focus()))
  }
  return (
    <Card className={styles.section} id="passkeys" aria-busy={!data && !isError}>
      <div>
        <h3 className={text.h3} ref={heading} tabIndex={-1}>
          <Trans>Your passkeys</Trans>
        </h3>
        <p className={styles.small}>
          <Trans>
            A passkey is a key that stays on your phone or computer: you sign in with fingerprint, face or PIN, without
            a password.
          </Trans>
        </p>
      </div>
      {!data && !isError && (
        <>
          <Skeleton shape="block" />
          <span className={text.hidden}>
            <Trans>Loading your passkeys…</Trans>
          </span>
        </>
      )}
      {!data && isError && (
        <ErrorState
          busy={isFetching}
          onRetry={() => void refetch()}
          title={<Trans>We can’t load your passkeys</Trans>}
          text={<Trans>They’re where they were: try again in a moment.</Trans>}
        />
      )}
      {data && data.length > 0 && (
        <ul className={styles.rows}>
          {data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setDialog({ to: 'rename', passkey })}
              onRemove={() => setDialog({ to: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      {data && data.length < mostPasskeys && <AddPasskey first={data.length === 0} />}
      {data && data.length >= mostPasskeys && (
        <p className={styles.small}>
          <Trans>You already have ten passkeys. To add one, remove another first.</Trans>
        </p>
      )}
      <Suspense fallback={null}>
        {dialog?.to === 'rename' && <RenameDialog passkey={dialog.passkey} onClose={close} />}
        {dialog?.to === 'remove' && <RemoveDialog passkey={dialog.passkey} onClose={close} onRemoved={removed} />}
      </Suspense>
    </Card>
  )
}
