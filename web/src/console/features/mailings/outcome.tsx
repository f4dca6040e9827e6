import type { MailingView, ReasonNot } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { api } from '#console/base/api.ts'
import { Fact, Section } from '#console/parts/section.tsx'
import parts from '#console/parts/parts.module.css'
import { reasonsNot } from './mailing-texts.ts'
import styles from './mailings.module.css'

/** Who is in the segment as it is stored, how many may be written to, and why not the others. */
export const Reach = ({ brand, mailing }: { readonly brand: string; readonly mailing: MailingView }) => {
  const { i18n } = useLingui()
  const { id, segment } = mailing
  const { data, error, refetch } = useQuery({
    queryKey: ['mailing count', brand, id, segment],
    queryFn: () => api('GET /admin/api/:brand/mailings/:mailing/count', { params: { brand, mailing: id } }),
  })
  return (
    <Section title={<Trans>Recipients</Trans>}>
      {error && <ErrorState onRetry={() => void refetch()} />}
      {!error && !data && (
        <div aria-busy>
          <Skeleton />
          <Skeleton />
        </div>
      )}
      {data && (
        <>
          <p>
            <span className={styles.reached}>{i18n.number(data.reached)}</span>{' '}
            <span className={styles.meta}>
              {data.whole ? (
                <Trans>of {i18n.number(data.members)} members may be written to now</Trans>
              ) : (
                <Trans>of the first {i18n.number(data.members)} members may be written to now</Trans>
              )}
            </span>
          </p>
          <dl className={parts.facts}>
            {(Object.entries(data.not) as [ReasonNot, number][]).map(([why, count]) => (
              <Fact key={why} name={i18n._(reasonsNot[why])}>
                {i18n.number(count)}
              </Fact>
            ))}
          </dl>
        </>
      )}
    </Section>
  )
}

/** What became of it, of members who still have an account. */
export const Outcome = ({ mailing: { figures, state } }: { readonly mailing: MailingView }) => {
  const { i18n } = useLingui()
  const { waiting, queued, sent, failed, dropped, bounced, complained, unsubscribed } = figures
  const isOver = state === 'sent' || state === 'stopped'
  return (
    <Section title={isOver ? <Trans>Outcome</Trans> : <Trans>Progress</Trans>}>
      <p>
        <span className={styles.reached}>{i18n.number(sent)}</span>{' '}
        <span className={styles.meta}>
          <Trans>sent</Trans>
        </span>
      </p>
      <dl className={parts.facts}>
        <Fact name={<Trans>Waiting</Trans>}>{i18n.number(waiting)}</Fact>
        <Fact name={<Trans>On its way</Trans>}>{i18n.number(queued)}</Fact>
        <Fact name={<Trans>Not sent, as it may not be any more</Trans>}>{i18n.number(dropped)}</Fact>
        <Fact name={<Trans>Couldn’t be delivered</Trans>}>{i18n.number(failed)}</Fact>
        <Fact name={<Trans>Bounced</Trans>}>{i18n.number(bounced)}</Fact>
        <Fact name={<Trans>Complained</Trans>}>{i18n.number(complained)}</Fact>
        <Fact name={<Trans>Left news and offers within a week</Trans>}>{i18n.number(unsubscribed)}</Fact>
      </dl>
      <p className={styles.meta}>
        <Trans>Members who have deleted their account since aren’t counted. Opening and clicking isn’t measured.</Trans>
      </p>
    </Section>
  )
}
