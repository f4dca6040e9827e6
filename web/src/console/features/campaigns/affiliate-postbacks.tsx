import type { AffiliateView, PostbackEvent, PostbackTest } from '@incontro/contract/admin'
import { postbackEvents } from '@incontro/contract/admin/campaign-words'
import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { problemText } from '#console/base/problem-text.ts'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { Author } from '#console/parts/author.tsx'
import parts from '#console/parts/parts.module.css'
import { Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import { eventTexts, whyText } from './campaign-texts.ts'
import styles from './campaigns.module.css'
import { PostbackAddress } from './postback-address.tsx'

interface Props {
  readonly brand: string
  readonly affiliate: AffiliateView
  readonly mayManage: boolean
  readonly onChanged: () => void
}

/** What is reported to an affiliate's tracker: one address an event. */
export const AffiliatePostbacks = (props: Props) => (
  <Section title={<Trans>Reported to its tracker</Trans>}>
    <p className={styles.hint}>
      <Trans>Only of members who came by its source and allow measuring: once an event, from server to server.</Trans>
    </p>
    <ul className={styles.events}>
      {postbackEvents.map((event) => (
        <Event key={event} event={event} {...props} />
      ))}
    </ul>
  </Section>
)

const Event = ({ brand, affiliate, mayManage, onChanged, event }: Props & { readonly event: PostbackEvent }) => {
  const { t, i18n } = useLingui()
  const me = useMe()
  const [open, setOpen] = useState<{ readonly kind: 'edit' | 'remove'; readonly before: string | null } | null>(null)
  const name = i18n._(eventTexts[event])
  const stored = affiliate.postbacks.find((one) => one.event === event)
  const params = { brand, affiliate: affiliate.id, event }
  const test = useMutation({
    mutationFn: () => api('POST /admin/api/:brand/affiliates/:affiliate/postbacks/:event/test', { params }),
  })
  // With the address as it is read here.
  const opened = (kind: 'edit' | 'remove') => setOpen({ kind, before: stored?.address ?? null })
  const close = () => setOpen(null)
  const mayTest = stored && affiliate.endedAt === null && isAllowed('writeCampaigns', rolesAt(me, brand))
  return (
    <li>
      <div className={styles.top}>
        <b>{name}</b>
        <span className={parts.tools}>
          {mayTest && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t`Send a test: ${name}`}
              busy={test.isPending && <Trans>One moment…</Trans>}
              onClick={() => test.mutate()}
            >
              <Trans>Send a test</Trans>
            </Button>
          )}
          {mayManage && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={stored ? t`Change the address: ${name}` : t`Set an address: ${name}`}
              onClick={() => opened('edit')}
            >
              {stored ? <Trans>Change</Trans> : <Trans>Set an address</Trans>}
            </Button>
          )}
          {mayManage && stored && (
            <Button size="sm" variant="ghost" aria-label={t`Remove: ${name}`} onClick={() => opened('remove')}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </span>
      </div>
      {stored ? (
        <>
          <span className={styles.address}>{stored.address}</span>
          <span className={styles.hint}>
            <Trans>
              Last changed by <Author of={stored.changedBy} />, <Moment at={stored.changedAt} />
            </Trans>
          </span>
        </>
      ) : (
        <span className={parts.muted}>
          <Trans>Not reported</Trans>
        </span>
      )}
      <Tested outcome={test.data} error={test.error} />
      {open?.kind === 'edit' && (
        <PostbackAddress
          {...{ brand, event }}
          affiliate={affiliate}
          stored={open.before ?? undefined}
          onClose={close}
          onDone={onChanged}
        />
      )}
      {open?.kind === 'remove' && (
        <ActionDialog
          title={t`Remove the address: ${name}`}
          intro={<Trans>What waits of it isn’t sent either.</Trans>}
          action={t`Remove`}
          isDangerous
          onClose={close}
          onDone={onChanged}
          run={(reason) =>
            api('PUT /admin/api/:brand/affiliates/:affiliate/postbacks/:event', {
              params,
              body: { address: null, before: open.before, reason },
            }).catch((error: unknown) => {
              onChanged()
              throw error
            })
          }
        />
      )}
    </li>
  )
}

/** What became of a test. */
const Tested = ({ outcome, error }: { readonly outcome: PostbackTest | undefined; readonly error: unknown }) => {
  const { t, i18n } = useLingui()
  if (error)
    return (
      <Note tone="bad" role="alert">
        {i18n._(problemText(error))}
      </Note>
    )
  if (!outcome) return null
  const { state, status, why, address } = outcome
  const known = why === null ? undefined : whyText(why)
  const reason = known ? i18n._(known) : (why ?? '')
  return (
    <Note tone={state === 'delivered' ? 'ok' : 'bad'} role="status">
      {state === 'delivered' ? <Trans>The tracker took the test.</Trans> : <Trans>The test failed. {reason}</Trans>}{' '}
      {status !== null && <Trans>It answered {status}.</Trans>}
      <span className={styles.address}>
        <br />
        {t`Called: ${address}`}
      </span>
    </Note>
  )
}
