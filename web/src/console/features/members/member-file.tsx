import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { History, ReceiptText } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Card } from '#components/layout/card.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { List } from '#console/parts/list.tsx'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import { Moment } from '#console/parts/time.tsx'
import { stateName } from './member-words.ts'

type File = ReplyOf<'POST /admin/api/:brand/members/:id/open'>
type Action = 'reactivate' | 'reset' | 'hold' | 'release' | 'credits'

/** A member's file. It is opened with a reason: that of the search, or one that is asked for. */
export const MemberFile = ({ brand, id }: { readonly brand: string; readonly id: string }) => {
  const { t } = useLingui()
  const given = (useLocation().state as { readonly reason?: string } | null)?.reason
  const open = useMutation({
    mutationFn: (reason: string) =>
      api('POST /admin/api/:brand/members/:id/open', { params: { brand, id }, body: { reason } }),
  })
  const { mutate } = open
  useEffect(() => {
    if (given) mutate(given)
  }, [given, mutate])
  if (open.data) return <Opened brand={brand} file={open.data} onChange={() => mutate(t`Looked at the result`)} />
  return (
    <Page title={t`Member`}>
      {open.error && (
        <Card>
          <ErrorState onRetry={() => mutate(open.variables ?? '')} />
        </Card>
      )}
      {!given && !open.error && (
        <ReasonDialog
          title={t`Open this member’s file?`}
          action={t`Open`}
          onClose={() => (open.isIdle ? history.back() : undefined)}
          run={(reason) => open.mutateAsync(reason)}
        />
      )}
    </Page>
  )
}

const Section = ({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) => (
  <Card as="section" className={parts.section}>
    <h2>{title}</h2>
    {children}
  </Card>
)

const Fact = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Opened = ({
  brand,
  file,
  onChange,
}: {
  readonly brand: string
  readonly file: File
  readonly onChange: () => void
}) => {
  const { t, i18n } = useLingui()
  const roles = rolesAt(useMe(), brand)
  const [action, setAction] = useState<Action | null>(null)
  const mayReactivate = file.state !== 'active' && isAllowed('reactivateMembers', roles)
  const mayReset = file.state === 'active' && isAllowed('sendResets', roles)
  const mayHold = isAllowed('holdMembers', roles)
  const mayGrant = file.state === 'active' && isAllowed('grantCredits', roles)
  useShortcut('c', t`Grant credits`, () => setAction('credits'), mayGrant)
  const money = (minor: number, currency: string) => i18n.number(minor / 100, { style: 'currency', currency })
  const when = (at: string | null) => (at ? <Moment at={at} /> : '—')
  return (
    <Page
      title={file.name ?? t`Member`}
      actions={
        <>
          {mayReactivate && (
            <Button size="sm" onClick={() => setAction('reactivate')}>
              <Trans>Reactivate</Trans>
            </Button>
          )}
          {mayGrant && (
            <Button size="sm" variant="sec" onClick={() => setAction('credits')}>
              <Trans>Grant credits</Trans>
            </Button>
          )}
          {mayReset && (
            <Button size="sm" variant="sec" onClick={() => setAction('reset')}>
              <Trans>Send a password link</Trans>
            </Button>
          )}
          {mayHold && (
            <Button size="sm" variant="sec" onClick={() => setAction(file.hold ? 'release' : 'hold')}>
              {file.hold ? <Trans>Release the legal hold</Trans> : <Trans>Legal hold</Trans>}
            </Button>
          )}
        </>
      }
    >
      <div className={parts.columns}>
        <Section title={<Trans>Account</Trans>}>
          <dl className={parts.facts}>
            <Fact name={<Trans>State</Trans>}>
              <Badge tone={file.state === 'active' ? 'ok' : 'warn'}>{i18n._(stateName(file.state))}</Badge>
            </Fact>
            <Fact name={<Trans>Email</Trans>}>{file.email}</Fact>
            <Fact name={<Trans>Email confirmed</Trans>}>{when(file.emailConfirmedAt)}</Fact>
            <Fact name={<Trans>Since</Trans>}>{when(file.createdAt)}</Fact>
            <Fact name={<Trans>Last active</Trans>}>{when(file.lastActiveAt)}</Fact>
            {file.deletionDueAt && <Fact name={<Trans>Is erased</Trans>}>{when(file.deletionDueAt)}</Fact>}
            {file.hold && <Fact name={<Trans>Legal hold</Trans>}>{file.hold.reason}</Fact>}
            <Fact name={<Trans>Level</Trans>}>{file.level}</Fact>
            <Fact name={<Trans>Country and language</Trans>}>
              {file.country} · {file.locale}
            </Fact>
            <Fact name={<Trans>Source</Trans>}>{file.source}</Fact>
            <Fact name="Id">{file.id}</Fact>
          </dl>
        </Section>
        <Section title={<Trans>Credits and photos</Trans>}>
          <dl className={parts.facts}>
            <Fact name={<Trans>Message credits</Trans>}>{file.credits.messages}</Fact>
            <Fact name={<Trans>First messages</Trans>}>{file.credits.icebreakers}</Fact>
            <Fact name={<Trans>Likes</Trans>}>{file.credits.likes}</Fact>
            {file.photos.map(({ state, count }) => (
              <Fact key={state} name={<Trans>Photos: {state}</Trans>}>
                {count}
              </Fact>
            ))}
            {file.consents.map((one) => (
              <Fact key={`${one.kind} ${one.at}`} name={<Trans>Consent: {one.kind}</Trans>}>
                {one.granted ? <Trans>given</Trans> : <Trans>refused</Trans>} · <Moment at={one.at} />
              </Fact>
            ))}
          </dl>
        </Section>
      </div>
      <h2 className={parts.title}>
        <Trans>Orders</Trans>
      </h2>
      <List
        isPart
        label={t`Orders`}
        columns={[
          { name: t`When`, cell: (one) => <Moment at={one.at} /> },
          { name: t`Plan`, cell: (one) => one.plan },
          { name: t`State`, cell: (one) => one.state },
          { name: t`Provider`, cell: (one) => one.provider, isExtra: true },
          { name: t`Amount`, cell: (one) => money(one.amountMinor, one.currency), isNumber: true },
          { name: t`Refunded`, cell: (one) => money(one.refundedMinor, one.currency), isNumber: true },
        ]}
        rows={file.orders}
        keyOf={(one) => one.id}
        empty={{ icon: ReceiptText, title: t`No orders` }}
      />
      <h2 className={parts.title}>
        <Trans>Changes of the account</Trans>
      </h2>
      <List
        isPart
        label={t`Changes of the account`}
        columns={[
          { name: t`When`, cell: (one) => <Moment at={one.at} /> },
          { name: t`What`, cell: (one) => one.change },
          { name: t`Who`, cell: (one) => one.by },
          { name: t`Reason`, cell: (one) => one.reason },
        ]}
        rows={file.changes}
        keyOf={(one) => `${one.at} ${one.change}`}
        empty={{ icon: History, title: t`No changes` }}
      />
      <div className={parts.columns}>
        <Reports title={<Trans>Reports about the member</Trans>} reports={file.reportsAbout} />
        <Reports title={<Trans>Reports by the member</Trans>} reports={file.reportsBy} />
        <Section title={<Trans>Sessions</Trans>}>
          <ul className={parts.rows}>
            {file.sessions.map((one) => (
              <li key={`${one.createdAt} ${one.device}`}>
                <span className={parts.two}>
                  <b>{one.device.slice(0, 60) || '—'}</b>
                  <span>
                    <Moment at={one.lastSeenAt} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      </div>
      {action && (
        <Act
          action={action}
          brand={brand}
          id={file.id}
          onClose={() => setAction(null)}
          onDone={() => {
            setAction(null)
            onChange()
          }}
        />
      )}
    </Page>
  )
}

const Reports = ({ title, reports }: { readonly title: ReactNode; readonly reports: File['reportsAbout'] }) => (
  <Section title={title}>
    {reports.length === 0 ? (
      <p className={parts.muted}>
        <Trans>None</Trans>
      </p>
    ) : (
      <ul className={parts.rows}>
        {reports.map((one) => (
          <li key={one.id}>
            <span className={parts.two}>
              <b>{one.reason}</b>
              <span>
                <Moment at={one.at} />
              </span>
            </span>
            <Badge>{one.state}</Badge>
          </li>
        ))}
      </ul>
    )}
  </Section>
)

const Act = ({
  action,
  brand,
  id,
  onClose,
  onDone,
}: {
  readonly action: Action
  readonly brand: string
  readonly id: string
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { t } = useLingui()
  const toast = useToast()
  const params = { brand, id }
  const [account, setAccount] = useState<'messages' | 'icebreakers' | 'likes'>('messages')
  const [count, setCount] = useState('5')
  const [reference, setReference] = useState('')
  const done = () => {
    toast({ text: t`Done, and recorded in the audit.` })
    onDone()
  }
  if (action === 'credits')
    return (
      <ReasonDialog
        title={t`Grant credits`}
        intro={<Trans>The member reads of it in their conversation about plans and credits.</Trans>}
        action={t`Grant credits`}
        onClose={onClose}
        run={async (reason) => {
          await api('POST /admin/api/:brand/members/:id/credits', {
            params,
            body: { account, count: Number(count), reference, reason },
          })
          done()
        }}
      >
        <SelectField
          label={t`What`}
          value={account}
          onChange={(event) => setAccount(event.target.value as typeof account)}
        >
          <option value="messages">{t`Message credits`}</option>
          <option value="icebreakers">{t`First messages`}</option>
          <option value="likes">{t`Likes`}</option>
        </SelectField>
        <TextField
          label={t`How many`}
          type="number"
          min={1}
          max={1000}
          required
          value={count}
          onChange={(event) => setCount(event.target.value)}
        />
        <TextField
          label={t`Reference`}
          hint={t`Such as the number of a ticket: each grants a member once.`}
          required
          maxLength={64}
          pattern="[\w.#\-]+"
          value={reference}
          onChange={(event) => setReference(event.target.value)}
        />
      </ReasonDialog>
    )
  if (action === 'reactivate')
    return (
      <ReasonDialog
        title={t`Reactivate this account?`}
        intro={<Trans>The member gets a mail.</Trans>}
        action={t`Reactivate`}
        onClose={onClose}
        run={async (reason) => {
          await api('POST /admin/api/:brand/members/:id/reactivate', { params, body: { reason } })
          done()
        }}
      />
    )
  if (action === 'reset')
    return (
      <ReasonDialog
        title={t`Send a password link?`}
        intro={<Trans>It goes to the member’s own address. You don’t see it.</Trans>}
        action={t`Send`}
        onClose={onClose}
        run={async (reason) => {
          await api('POST /admin/api/:brand/members/:id/reset', { params, body: { reason } })
          done()
        }}
      />
    )
  const isHolding = action === 'hold'
  return (
    <ReasonDialog
      title={isHolding ? t`Place a legal hold?` : t`Release the legal hold?`}
      intro={<Trans>While it lasts, nothing of the member is erased.</Trans>}
      action={isHolding ? t`Legal hold` : t`Release the legal hold`}
      onClose={onClose}
      run={async (reason) => {
        await api('PUT /admin/api/:brand/members/:id/hold', { params, body: { held: isHolding, reason } })
        done()
      }}
    />
  )
}
