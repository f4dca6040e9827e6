import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import styles from './risk.module.css'
import { rowText, ruleName } from '#console/parts/risk-texts.ts'
import type { Rule } from './use-rules.ts'

const outcomes = {
  acted: { name: msg`Acted on`, tone: 'bad' },
  dismissed: { name: msg`Dismissed`, tone: 'ok' },
  none: { name: msg`Not looked at`, tone: 'info' },
} as const

/** Members that the simulation met, each with what was counted then; their file opens with a reason, as always. */
export const SamplesDialog = ({ rule, onClose }: { readonly rule: Rule; readonly onClose: () => void }) => {
  const { i18n } = useLingui()
  const { brand, id } = rule
  const { data, isError, refetch } = useQuery({
    queryKey: ['risk samples', brand, id, rule.simulation?.id],
    queryFn: () => api('GET /admin/api/:brand/risk/rules/:rule/samples', { params: { brand, rule: id } }),
  })
  return (
    <Dialog
      open
      title={ruleName(i18n, rule.name)}
      intro={<Trans>The latest members that the simulation met, at most twenty.</Trans>}
      onClose={onClose}
    >
      {isError && !data && <ErrorState onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton shape="block" />}
      {data?.samples.length === 0 && (
        <p className={parts.muted}>
          <Trans>None of them has an account any more.</Trans>
        </p>
      )}
      <ul className={styles.samples}>
        {data?.samples.map((one) => (
          <li key={one.memberId}>
            <div className={styles.head}>
              <Link className={parts.link} to={`/${brand}/members/${one.memberId}`}>
                {one.name}
              </Link>
              <Badge tone={outcomes[one.outcome].tone}>{i18n._(outcomes[one.outcome].name)}</Badge>
            </div>
            <p className={styles.meta}>
              <Moment at={one.at} />
            </p>
            <ul className={styles.facts}>
              {one.rows.map((row) => (
                <li key={row.signal}>{rowText(i18n, row)}</li>
              ))}
            </ul>
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
