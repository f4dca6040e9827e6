import { type StaffRole, staffRoles } from '@incontro/contract/route'
import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Checkbox } from '#components/forms/checkbox.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { api, ApiProblem, type ReplyOf } from '#console/base/api.ts'
import { type Column, List } from '#console/parts/list.tsx'
import { Page } from '#console/parts/page.tsx'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import { Moment } from '#console/parts/time.tsx'
import parts from '#console/parts/parts.module.css'
import { rolesAt, useBrands, useMe } from '#console/base/me.tsx'
import { roleName } from '#console/base/roles.ts'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { BrandField } from '#console/parts/brand-field.tsx'

type Person = ReplyOf<'GET /admin/api/:brand/staff'>[number] & { readonly brand: string }
type Action = { readonly kind: 'invite' } | { readonly kind: 'roles' | 'leave' | 'reset'; readonly person: Person }

const StaffPage = () => {
  const { t, i18n } = useLingui()
  const me = useMe()
  const { brand, keys, titleOf } = useBrands('readStaff')
  const queries = useQueryClient()
  const [action, setAction] = useState<Action | null>(null)
  const found = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['staff', key],
      queryFn: () => api('GET /admin/api/:brand/staff', { params: { brand: key } }),
    })),
  })
  const failed = found.find(({ error }) => error)
  const rows = found.some(({ data }) => !data)
    ? undefined
    : found.flatMap(({ data = [] }, n) => data.map((one) => ({ ...one, brand: keys[n]! })))
  const reload = () => queries.invalidateQueries({ queryKey: ['staff'] })
  const mayInvite = keys.length > 0
  useShortcut('i', t`Invite someone`, () => setAction({ kind: 'invite' }), mayInvite)
  const columns: Column<Person>[] = [
    {
      name: t`Name`,
      cell: (one) => (
        <span className={parts.two}>
          <b>{one.name}</b>
          <span>{one.email}</span>
        </span>
      ),
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: Person) => titleOf(one.brand) }] : []),
    { name: t`Roles`, cell: (one) => one.roles.map((role) => i18n._(roleName[role])).join(', ') },
    {
      name: t`State`,
      cell: (one) =>
        one.state === 'invited' ? (
          <Badge tone="warn">
            <Trans>Invited</Trans>
          </Badge>
        ) : (
          <Badge tone="ok">
            <Trans>Active</Trans>
          </Badge>
        ),
    },
    {
      name: t`Last sign-in`,
      isExtra: true,
      cell: (one) => (one.lastSeenAt ? <Moment at={one.lastSeenAt} /> : '—'),
    },
    {
      name: t`Actions`,
      isNumber: true,
      cell: (one) =>
        isAllowed('changeStaff', rolesAt(me, one.brand)) && (
          <span className={parts.tools}>
            <Button size="sm" variant="ghost" onClick={() => setAction({ kind: 'roles', person: one })}>
              <Trans>Roles</Trans>
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setAction({ kind: 'reset', person: one })}>
              {one.accepted ? <Trans>Reset</Trans> : <Trans>Send again</Trans>}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setAction({ kind: 'leave', person: one })}>
              {one.accepted ? <Trans>Has left</Trans> : <Trans>Revoke</Trans>}
            </Button>
          </span>
        ),
    },
  ]
  return (
    <Page
      title={t`Staff`}
      actions={
        mayInvite && (
          <Button size="sm" onClick={() => setAction({ kind: 'invite' })}>
            <Icon of={UserPlus} size={18} /> <Trans>Invite</Trans>
          </Button>
        )
      }
    >
      <List
        label={t`Staff`}
        columns={columns}
        rows={rows}
        keyOf={(one) => `${one.brand} ${one.id}`}
        error={failed?.error}
        onRetry={() => void reload()}
        empty={{ icon: Users, title: t`Nobody works here yet` }}
      />
      {action?.kind === 'invite' && (
        <Invite keys={keys} titleOf={titleOf} onClose={() => setAction(null)} onDone={() => void reload()} />
      )}
      {action && action.kind !== 'invite' && (
        <Change
          kind={action.kind}
          person={
            rows?.find(({ id, brand: at }) => id === action.person.id && at === action.person.brand) ?? action.person
          }
          titleOf={titleOf}
          onClose={() => setAction(null)}
          onDone={reload}
        />
      )}
    </Page>
  )
}

const RoleChoice = ({
  chosen,
  onChange,
}: {
  readonly chosen: readonly StaffRole[]
  readonly onChange: (roles: readonly StaffRole[]) => void
}) => {
  const { t, i18n } = useLingui()
  return (
    <fieldset className={parts.choices}>
      <legend className={parts.legend}>{t`Roles`}</legend>
      {staffRoles.map((role) => (
        <Checkbox
          key={role}
          checked={chosen.includes(role)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, role] : chosen.filter((one) => one !== role))
          }
        >
          {i18n._(roleName[role])}
        </Checkbox>
      ))}
    </fieldset>
  )
}

const Invite = ({
  keys,
  titleOf,
  onClose,
  onDone,
}: {
  readonly keys: readonly string[]
  readonly titleOf: (key: string) => string
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { t } = useLingui()
  const toast = useToast()
  const [brand, setBrand] = useState(keys[0] ?? '')
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<readonly StaffRole[]>(['support'])
  return (
    <ReasonDialog
      title={t`Invite someone`}
      action={t`Invite`}
      onClose={onClose}
      run={async (reason) => {
        await api('POST /admin/api/:brand/staff', {
          params: { brand },
          body: { email, name, roles: [...roles], reason },
        })
        toast({ text: t`The invitation is on its way to ${email}.` })
        onDone()
      }}
    >
      <BrandField brands={keys} titleOf={titleOf} value={brand} onChange={setBrand} />
      <TextField label={t`Email`} type="email" required value={email} onChange={(e) => setEmail(e.target.value)} />
      <TextField label={t`Name`} required maxLength={80} value={name} onChange={(e) => setName(e.target.value)} />
      <RoleChoice chosen={roles} onChange={setRoles} />
    </ReasonDialog>
  )
}

const Change = ({
  kind,
  person,
  titleOf,
  onClose,
  onDone,
}: {
  readonly kind: 'roles' | 'leave' | 'reset'
  /** As they are stored now. */
  readonly person: Person
  readonly titleOf: (key: string) => string
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}) => {
  const { t } = useLingui()
  const [edited, setEdited] = useState<{ readonly before: Person['roles']; readonly roles: readonly StaffRole[] }>()
  const { before, roles } = edited ?? { before: person.roles, roles: person.roles }
  const params = { brand: person.brand, id: person.id }
  const title = titleOf(person.brand)
  if (kind === 'roles')
    return (
      <ReasonDialog
        title={t`Roles of ${person.name} at ${title}`}
        action={t`Save`}
        onClose={onClose}
        run={async (reason) => {
          try {
            await api('PUT /admin/api/:brand/staff/:id/roles', {
              params,
              body: { roles: [...roles], before, reason },
            })
          } catch (error) {
            if (!(error instanceof ApiProblem && error.code === 'roles_changed')) throw error
            await onDone()
            setEdited(undefined)
            throw error
          }
          void onDone()
        }}
      >
        <RoleChoice chosen={roles} onChange={(next) => setEdited({ before, roles: next })} />
      </ReasonDialog>
    )
  if (kind === 'reset' && !person.accepted)
    return (
      <ReasonDialog
        title={t`Send the invitation of ${person.name} again?`}
        intro={<Trans>A mail leads to where they accept it. A link that was sent to them before stops working.</Trans>}
        action={t`Send again`}
        onClose={onClose}
        run={async (reason) => {
          await api('POST /admin/api/:brand/staff/:id/reset', { params, body: { reason } })
          void onDone()
        }}
      />
    )
  if (kind === 'reset')
    return (
      <ReasonDialog
        title={t`Reset the access of ${person.name}?`}
        intro={<Trans>Password, second factor and every session are removed. A link to set new ones is mailed.</Trans>}
        action={t`Reset`}
        isDangerous
        onClose={onClose}
        run={async (reason) => {
          await api('POST /admin/api/:brand/staff/:id/reset', { params, body: { reason } })
          void onDone()
        }}
      />
    )
  if (!person.accepted)
    return (
      <ReasonDialog
        title={t`Revoke the invitation of ${person.name} to ${title}?`}
        intro={<Trans>It can’t be accepted any more. You can invite them again.</Trans>}
        action={t`Revoke`}
        isDangerous
        onClose={onClose}
        run={async (reason) => {
          await api('POST /admin/api/:brand/staff/:id/leave', { params, body: { reason } })
          void onDone()
        }}
      />
    )
  return (
    <ReasonDialog
      title={t`Take all roles of ${person.name} at ${title}?`}
      intro={<Trans>Every session ends at once. Without a role at any brand, the account is closed.</Trans>}
      action={t`Take the roles`}
      isDangerous
      onClose={onClose}
      run={async (reason) => {
        await api('POST /admin/api/:brand/staff/:id/leave', { params, body: { reason } })
        void onDone()
      }}
    />
  )
}

export default StaffPage
