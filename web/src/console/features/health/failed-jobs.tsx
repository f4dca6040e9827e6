import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { TitledList } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'

type Failed = ReplyOf<'GET /admin/api/:brand/health'>['failed'][number]

/** Jobs that were given up after their last attempt. */
export const FailedJobs = ({
  brand,
  jobs,
  onDone,
}: {
  readonly brand: string
  readonly jobs: readonly Failed[]
  readonly onDone: () => void
}) => {
  const { t, i18n } = useLingui()
  const mayRetry = isAllowed('retryJobs', rolesAt(useMe(), brand))
  const [chosen, setChosen] = useState<Failed | null>(null)
  return (
    <>
      <TitledList
        label={t`Jobs that were given up`}
        columns={[
          {
            name: t`Task`,
            cell: (one) => (
              <span className={parts.two}>
                <span>{one.task}</span>
                <span>
                  <Moment at={one.at} />
                </span>
              </span>
            ),
          },
          { name: t`Error`, cell: (one) => <span className={parts.note}>{one.error}</span> },
          { name: t`Attempts`, isNumber: true, cell: (one) => i18n.number(one.attempts) },
          {
            name: t`Action`,
            cell: (one) =>
              mayRetry && (
                <Button size="sm" variant="sec" onClick={() => setChosen(one)}>
                  <Trans>Run again</Trans>
                </Button>
              ),
          },
        ]}
        rows={jobs}
        keyOf={(one) => one.id}
        empty={{ icon: CircleCheck, title: t`No job was given up` }}
      />
      {chosen && (
        <ActionDialog
          title={t`Run this job again?`}
          intro={
            <Trans>It gets all its attempts again. Jobs may be repeated: what is done already isn’t done twice.</Trans>
          }
          action={t`Run again`}
          run={(reason) =>
            api('POST /admin/api/:brand/health/jobs/:job/retry', {
              params: { brand, job: chosen.id },
              body: { reason },
            })
          }
          onClose={() => setChosen(null)}
          onDone={() => {
            setChosen(null)
            onDone()
          }}
        />
      )}
    </>
  )
}
