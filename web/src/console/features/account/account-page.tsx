import type { Locale } from '@incontro/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { SegmentedControl } from '#components/forms/segmented-control.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Card } from '#components/layout/card.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import { languageName, languages } from '#console/base/i18n.ts'
import { problemText } from '#console/base/problem-text.ts'
import { Page } from '#console/parts/page.tsx'
import { Moment } from '#console/parts/time.tsx'
import { KeyButton } from '#console/parts/key-button.tsx'
import parts from '#console/parts/parts.module.css'
import { RowKeys } from '#console/parts/use-row-keys.tsx'
import { useMe } from '#console/base/me.tsx'
import { roleName } from '#console/base/roles.ts'
import { showTheme, storedTheme, type Theme } from '#console/base/theme.ts'
import { Invitations } from './invitations.tsx'
import { EnrolFactor, RecoveryCodes } from '#console/features/sign-in/enrol-factor.tsx'

type Account = ReplyOf<'GET /admin/api/account'>

const Section = ({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) => (
  <Card as="section" className={parts.section}>
    <h2>{title}</h2>
    {children}
  </Card>
)

const AccountPage = () => {
  const { t, i18n } = useLingui()
  const me = useMe()
  const account = useQuery({ queryKey: ['account'], queryFn: () => api('GET /admin/api/account', {}) })
  return (
    <Page title={t`My account`}>
      {account.error && !account.data && (
        <Card>
          <ErrorState onRetry={() => void account.refetch()} />
        </Card>
      )}
      <div className={parts.columns}>
        {account.data && account.data.invitations.length > 0 && (
          <Section title={<Trans>Invitations</Trans>}>
            <Invitations of={account.data.invitations} />
          </Section>
        )}
        <Section title={<Trans>Profile</Trans>}>
          {account.data ? <Profile account={account.data} /> : <Skeleton shape="block" />}
          <dl className={parts.facts}>
            <div>
              <dt>
                <Trans>Email</Trans>
              </dt>
              <dd>{me.email}</dd>
            </div>
            {me.brands.map(({ key, title }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>
                  {me.roles
                    .filter(({ brand }) => brand === key)
                    .map(({ role }) => i18n._(roleName[role]))
                    .join(', ')}
                </dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section title={<Trans>Second factor</Trans>}>
          {account.data ? <Factors account={account.data} /> : <Skeleton shape="block" />}
        </Section>
        <Section title={<Trans>Password</Trans>}>
          <Password />
        </Section>
        <Section title={<Trans>Sessions</Trans>}>
          {account.data ? <Sessions account={account.data} /> : <Skeleton shape="block" />}
        </Section>
      </div>
    </Page>
  )
}

const Profile = ({ account }: { readonly account: Account }) => {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const queries = useQueryClient()
  const [name, setName] = useState(account.name)
  const [locale, setLocale] = useState<Locale>(account.locale)
  const [theme, setTheme] = useState<Theme>(storedTheme)
  const save = useMutation({
    mutationFn: () => api('PUT /admin/api/account', { body: { name, locale } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['me'] })
      toast({ text: t`Saved.` })
    },
  })
  return (
    <form
      className={parts.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <TextField
        label={t`Name`}
        required
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField label={t`Language`} value={locale} onChange={(event) => setLocale(event.target.value as Locale)}>
        {languages.map((one) => (
          <option key={one} value={one}>
            {languageName[one]}
          </option>
        ))}
      </SelectField>
      <SegmentedControl
        label={t`Colours`}
        name="theme"
        value={theme}
        onChange={(value) => {
          setTheme(value as Theme)
          showTheme(value as Theme)
        }}
        options={[
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
          { value: 'system', label: t`As the system` },
        ]}
      />
      {save.error && <FieldMessage>{i18n._(problemText(save.error))}</FieldMessage>}
      <Button type="submit" variant="sec" busy={save.isPending && <Trans>One moment…</Trans>}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}

const Factors = ({ account }: { readonly account: Account }) => {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const reload = () => queries.invalidateQueries({ queryKey: ['account'] })
  const remove = useMutation({
    mutationFn: (id: string) => api('DELETE /admin/api/account/passkeys/:id', { params: { id } }),
    onSuccess: reload,
  })
  const renew = useMutation({
    mutationFn: () => api('POST /admin/api/account/recoveryCodes', { body: {} }),
    onSuccess: ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      return reload()
    },
  })
  const error = remove.error ?? renew.error
  return (
    <>
      <ul className={parts.rows}>
        {account.totp && (
          <li>
            <b>
              <Trans>App with codes</Trans>
            </b>
            <Badge tone="ok">
              <Trans>On</Trans>
            </Badge>
          </li>
        )}
        {account.passkeys.map((one) => (
          <li key={one.id} data-row>
            <span className={parts.two}>
              <b>{one.name || t`Passkey`}</b>
              <span>
                <Trans>
                  Added <Moment at={one.createdAt} />
                </Trans>
              </span>
            </span>
            <Button size="sm" variant="ghost" onClick={() => remove.mutate(one.id)}>
              <Trans>Remove</Trans>
            </Button>
          </li>
        ))}
        <li>
          <b>
            <Plural value={account.recoveryCodesLeft} one="# recovery code left" other="# recovery codes left" />
          </b>
          <KeyButton keys="r" name={t`Make new ones`} size="sm" variant="ghost" onPress={() => renew.mutate()} />
        </li>
      </ul>
      {error && <FieldMessage>{i18n._(problemText(error))}</FieldMessage>}
      <KeyButton keys="n" name={t`Add a factor`} variant="sec" onPress={() => setAdding(true)} />
      <RowKeys />
      <Dialog open={isAdding} title={t`Add a factor`} onClose={() => setAdding(false)}>
        <EnrolFactor
          onDone={() => {
            setAdding(false)
            void reload()
          }}
        />
      </Dialog>
      <Dialog open={codes !== null} title={t`Recovery codes`} dismissable={false}>
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      </Dialog>
    </>
  )
}

const Password = () => {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const change = useMutation({
    mutationFn: () => api('PUT /admin/api/account/password', { body: { password, newPassword } }),
    onSuccess: async () => {
      setPassword('')
      setNewPassword('')
      toast({ text: t`The password is changed, and other sessions have ended.` })
      await queries.invalidateQueries({ queryKey: ['account'] })
    },
  })
  return (
    <form
      className={parts.form}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate()
      }}
    >
      <TextField
        label={t`Current password`}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <TextField
        label={t`New password`}
        hint={t`At least 12 characters. A sentence is easy to remember.`}
        type="password"
        autoComplete="new-password"
        required
        value={newPassword}
        onChange={(event) => setNewPassword(event.target.value)}
      />
      {change.error && <FieldMessage>{i18n._(problemText(change.error))}</FieldMessage>}
      <Button type="submit" variant="sec" busy={change.isPending && <Trans>One moment…</Trans>}>
        <Trans>Change the password</Trans>
      </Button>
    </form>
  )
}

const Sessions = ({ account }: { readonly account: Account }) => {
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: (id: string) => api('DELETE /admin/api/account/sessions/:id', { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['account'] }),
  })
  return (
    <ul className={parts.rows}>
      {account.sessions.map((one) => (
        <li key={one.id} data-row>
          <span className={parts.two}>
            <b>{browserOf(one.device)}</b>
            <span>
              {one.network} · <Moment at={one.createdAt} />
            </span>
          </span>
          {one.current ? (
            <Badge tone="ok">
              <Trans>This browser</Trans>
            </Badge>
          ) : (
            <Button size="sm" variant="ghost" onClick={() => end.mutate(one.id)}>
              <Trans>End</Trans>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The common name in a user agent; what has none is shown as it is. */
const browserOf = (agent: string): string => {
  const name = /(Edg|Firefox|Chrome|Safari)\//.exec(agent)?.[1]?.replace('Edg', 'Edge')
  const system = /(Windows|Mac OS|Android|iPhone|iPad|Linux)/.exec(agent)?.[1]?.replace('Mac OS', 'macOS')
  return [name, system].filter(Boolean).join(', ') || agent.slice(0, 40) || '—'
}

export default AccountPage
