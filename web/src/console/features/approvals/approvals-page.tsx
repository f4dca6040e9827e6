import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { useBrands } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Author } from '#console/parts/author.tsx'
import { type Column, List, TitledList } from '#console/parts/list.tsx'
import { moneyText } from '#console/parts/money.ts'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { type ApprovalRequest, useApprovals } from './approvals-query.ts'
import { ChangeRequest, DecideRequest, WithdrawRequest } from './request-dialogs.tsx'
import { accountNames, requestStateNames } from './request-words.ts'

type Action = 'approve' | 'refuse' | 'change' | 'withdraw'

/** What a request asks for: "Refund of 24,90 €", "30 × Likes". */
function useWhat() {
  const { t, i18n } = useLingui()
  return (one: ApprovalRequest): string => {
    const { amount, account, currency } = one
    if (currency !== null) {
      const money = moneyText(amount, currency, i18n.locale)
      return t`Refund of ${money}`
    }
    return `${amount} × ${account === null ? '' : i18n._(accountNames[account])}`
  }
}

/** What waits for a second person, and what was decided last. */
const ApprovalsPage = () => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('readApprovals')
  const { waiting, decided, error } = useApprovals(keys)
  const queries = useQueryClient()
  const toast = useToast()
  const what = useWhat()
  const [chosen, setChosen] = useState<{ readonly action: Action; readonly request: ApprovalRequest } | null>(null)
  const reload = () => void queries.invalidateQueries({ queryKey: ['approvals'] })
  const choose = (action: Action, request: ApprovalRequest) => () => setChosen({ action, request })
  const place = useRef<HTMLDivElement>(null)
  /** By a key: the request whose row has the focus, or the only one. */
  const chooseAtFocus = (action: 'approve' | 'refuse') => () => {
    const links = [...(place.current?.querySelectorAll('tbody tr a') ?? [])]
    const request = waiting?.length === 1 ? waiting[0] : waiting?.[links.indexOf(document.activeElement!)]
    if (request?.mayDecide) setChosen({ action, request })
  }
  const mayDecideAny = waiting?.some(({ mayDecide }) => mayDecide) ?? false
  useShortcut('a', t`Approve the request in focus`, chooseAtFocus('approve'), mayDecideAny)
  useShortcut('r', t`Refuse the request in focus`, chooseAtFocus('refuse'), mayDecideAny)
  const columns: Column<ApprovalRequest>[] = [
    {
      name: t`What`,
      cell: (one) => (
        <span className={parts.two}>
          <Link className={parts.link} to={`/${one.brand}/members/${one.memberId}`}>
            {what(one)}
          </Link>
          <span>{one.reason}</span>
        </span>
      ),
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: ApprovalRequest) => titleOf(one.brand) }] : []),
    {
      name: t`Who`,
      cell: (one) => (
        <span className={parts.two}>
          <b>
            <Author of={one.by} />
          </b>
          <span>
            <Moment at={one.at} />
          </span>
        </span>
      ),
    },
  ]
  const dialog = chosen && {
    request: chosen.request,
    what: what(chosen.request),
    onClose: () => {
      setChosen(null)
      reload()
    },
    onDone: () => toast({ text: t`Done, and recorded in the audit.` }),
  }
  return (
    <Page title={t`Approvals`}>
      <div ref={place}>
        <List
          label={t`Waiting`}
          columns={[
            ...columns,
            {
              name: t`Actions`,
              isNumber: true,
              cell: (one) => (
                <span className={parts.tools}>
                  {one.mayDecide && (
                    <>
                      <Button size="sm" onClick={choose('approve', one)}>
                        <Trans>Approve</Trans>
                      </Button>
                      <Button size="sm" variant="ghost" onClick={choose('refuse', one)}>
                        <Trans>Refuse</Trans>
                      </Button>
                    </>
                  )}
                  {one.isMine && (
                    <>
                      <Button size="sm" variant="ghost" onClick={choose('change', one)}>
                        <Trans>Change</Trans>
                      </Button>
                      <Button size="sm" variant="ghost" onClick={choose('withdraw', one)}>
                        <Trans context="request">Withdraw</Trans>
                      </Button>
                    </>
                  )}
                </span>
              ),
            },
          ]}
          rows={waiting}
          keyOf={(one) => `${one.brand} ${one.id}`}
          error={error}
          onRetry={reload}
          empty={{
            icon: CheckCheck,
            title: t`Nothing waits`,
            text: t`What is above the limit of a role waits here for a second person.`,
          }}
        />
      </div>
      <TitledList
        label={t`Last decisions`}
        columns={[
          ...columns,
          {
            name: t`Decision`,
            cell: (one) => (
              <span className={parts.two}>
                <span>
                  <Badge tone={one.state === 'approved' ? 'ok' : 'warn'}>{i18n._(requestStateNames[one.state])}</Badge>{' '}
                  {one.decidedBy && <Author of={one.decidedBy} />}
                </span>
                <span>{one.answer}</span>
              </span>
            ),
          },
          { name: t`When`, isExtra: true, cell: (one) => (one.decidedAt ? <Moment at={one.decidedAt} /> : '—') },
        ]}
        rows={decided}
        keyOf={(one) => `${one.brand} ${one.id}`}
        empty={{ icon: CheckCheck, title: t`Nothing was decided yet` }}
      />
      {dialog && chosen.action === 'approve' && <DecideRequest {...dialog} approve />}
      {dialog && chosen.action === 'refuse' && <DecideRequest {...dialog} approve={false} />}
      {dialog && chosen.action === 'change' && <ChangeRequest {...dialog} />}
      {dialog && chosen.action === 'withdraw' && <WithdrawRequest {...dialog} />}
    </Page>
  )
}

export default ApprovalsPage
