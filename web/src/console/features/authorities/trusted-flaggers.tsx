import type { TrustedFlagger } from '@incontro/contract/admin'
import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useBrands, useMe } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { BrandField } from '#console/parts/brand-field.tsx'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { type Column, TitledList } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import { ShownOnce } from '#console/parts/shown-once.tsx'
import { Moment } from '#console/parts/time.tsx'

type Row = TrustedFlagger & { readonly brand: string }
type Action = { readonly kind: 'add' } | { readonly kind: 'link' | 'end'; readonly flagger: Row }

/** Entities whose notices come first: they get a link to the form for notices, and no account. */
export const TrustedFlaggers = () => {
  const { t } = useLingui()
  const me = useMe()
  const { brand, keys, titleOf } = useBrands('readAuthorities')
  const queries = useQueryClient()
  const [action, setAction] = useState<Action | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const found = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['trusted flaggers', key],
      queryFn: () => api('GET /admin/api/:brand/trusted-flaggers', { params: { brand: key } }),
    })),
  })
  const rows = found.some(({ data }) => !data)
    ? undefined
    : found.flatMap(({ data }, n) => (data?.flaggers ?? []).map((one) => ({ ...one, brand: keys[n]! })))
  const reload = () => void queries.invalidateQueries({ queryKey: ['trusted flaggers'] })
  const mayAdd = keys.some((key) => isAllowed('answerAuthorities', rolesAt(me, key)))
  useShortcut('f', t`Add a trusted flagger`, () => setAction({ kind: 'add' }), mayAdd)
  const columns: Column<Row>[] = [
    {
      name: t`Name`,
      cell: (one) => (
        <span className={parts.two}>
          <b>{one.name}</b>
          <span>{one.email}</span>
        </span>
      ),
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: Row) => titleOf(one.brand) }] : []),
    { name: t`Since`, isExtra: true, cell: (one) => <Moment at={one.addedAt} /> },
    { name: t`Notices`, isNumber: true, cell: (one) => one.notices },
    { name: t`Without reason`, isNumber: true, isExtra: true, cell: (one) => one.unfounded },
    {
      name: t`Actions`,
      isNumber: true,
      cell: (one) => {
        if (one.endedAt !== null)
          return (
            <Badge>
              <Trans>Ended</Trans>
            </Badge>
          )
        return (
          isAllowed('answerAuthorities', rolesAt(me, one.brand)) && (
            <span className={parts.tools}>
              <Button size="sm" variant="ghost" onClick={() => setAction({ kind: 'link', flagger: one })}>
                <Trans>New link</Trans>
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setAction({ kind: 'end', flagger: one })}>
                <Trans>End</Trans>
              </Button>
            </span>
          )
        )
      },
    },
  ]
  const close = () => setAction(null)
  const show = ({ link: made }: { readonly link: string }) => {
    close()
    setLink(made)
    reload()
  }
  return (
    <>
      <TitledList
        label={t`Trusted flaggers`}
        columns={columns}
        rows={rows}
        keyOf={(one) => `${one.brand} ${one.id}`}
        error={found.find(({ error }) => error)?.error}
        onRetry={reload}
        empty={{
          icon: Flag,
          title: t`No trusted flagger has been added. Add those that a Digital Services Coordinator has appointed and that write to you.`,
        }}
      />
      {mayAdd && (
        <Button size="sm" variant="sec" onClick={() => setAction({ kind: 'add' })}>
          <Trans>Add a trusted flagger</Trans>
        </Button>
      )}
      {action?.kind === 'add' && <Add brands={keys} titleOf={titleOf} onClose={close} onDone={show} />}
      {action?.kind === 'link' && (
        <ReasonDialog
          title={t`New link for ${action.flagger.name}`}
          intro={<Trans>The link before stops counting at once.</Trans>}
          action={t`Make a new link`}
          stays
          onClose={close}
          run={async (reason) => {
            const { brand: key, id } = action.flagger
            const call = { params: { brand: key, id }, body: { reason } }
            show(await api('POST /admin/api/:brand/trusted-flaggers/:id/link', call))
          }}
        />
      )}
      {action?.kind === 'end' && (
        <ActionDialog
          title={t`End the priority of ${action.flagger.name}`}
          intro={<Trans>Their link stops counting. What they have sent stays as it is.</Trans>}
          action={t`End the priority`}
          isDangerous
          onClose={close}
          onDone={reload}
          run={(reason) => {
            const { brand: key, id } = action.flagger
            return api('POST /admin/api/:brand/trusted-flaggers/:id/end', {
              params: { brand: key, id },
              body: { reason },
            })
          }}
        />
      )}
      {link !== null && (
        <ShownOnce
          title={t`Their link`}
          intro={<Trans>It is shown this once. Send it to them, and to no one else.</Trans>}
          value={link}
          onClose={() => setLink(null)}
        />
      )}
    </>
  )
}

const Add = ({
  brands,
  titleOf,
  onClose,
  onDone,
}: {
  readonly brands: readonly string[]
  readonly titleOf: (brand: string) => string
  readonly onClose: () => void
  readonly onDone: (made: { readonly link: string }) => void
}) => {
  const { t } = useLingui()
  const [brand, setBrand] = useState(brands[0] ?? '')
  // Sent again after a lost answer, it is the same one.
  const [id] = useState(() => crypto.randomUUID())
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  return (
    <ReasonDialog
      title={t`Add a trusted flagger`}
      intro={
        <Trans>
          Their notices are read before others. They get a link to the form: whoever has it writes in their name.
        </Trans>
      }
      action={t`Add`}
      stays
      onClose={onClose}
      run={async (reason) =>
        onDone(
          await api('POST /admin/api/:brand/trusted-flaggers', {
            params: { brand },
            body: { id, name, email, reason },
          }),
        )
      }
    >
      <BrandField brands={brands} titleOf={titleOf} value={brand} onChange={setBrand} />
      <TextField
        label={t`Name`}
        required
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t`Email`}
        type="email"
        required
        maxLength={254}
        hint={t`Outcomes go there if a notice names no other address.`}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
    </ReasonDialog>
  )
}
