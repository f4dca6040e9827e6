import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link2, Pencil, Star, Trash2, UserRoundMinus, UserRoundPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { allBrands, rolesAt, useBrands, useMe } from '#console/base/me.tsx'
import { problemText } from '#console/base/problem-text.ts'
import { type BrandView, type Done, searchOf } from '#console/base/saved-views.ts'
import styles from './saved-views.module.css'

interface RowProps {
  readonly view: BrandView
  readonly onDone: (done: Done | null) => void
  readonly onFollow: () => void
}

/** A view with what may be done with it. */
export const ViewRow = ({ view, onDone, onFollow }: RowProps) => {
  const { i18n } = useLingui()
  const { brand, titleOf } = useBrands('saveViews')
  const [isRenaming, setRenaming] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const notes = [...(view.isMine ? [] : [view.by]), ...(brand === allBrands ? [titleOf(view.brand)] : [])]
  return (
    <li className={styles.row}>
      {isRenaming ? (
        <Rename view={view} onDone={onDone} onClose={() => setRenaming(false)} />
      ) : (
        <>
          <span className={styles.name}>
            <Link to={{ search: searchOf(view) }} onClick={onFollow}>
              {view.name}
            </Link>
            {view.isMine && view.isShared && (
              <Badge tone="info">
                <Trans>Shared</Trans>
              </Badge>
            )}
            {notes.length > 0 && <span>{notes.join(' · ')}</span>}
          </span>
          <Tools view={view} onDone={onDone} onRename={() => setRenaming(true)} onProblem={setProblem} />
          {problem !== null && <FieldMessage>{i18n._(problemText(problem))}</FieldMessage>}
        </>
      )}
    </li>
  )
}

const Tools = ({
  view: { brand, id, name, isMine, isDefault, isShared },
  onDone,
  onRename,
  onProblem,
}: {
  readonly view: BrandView
  readonly onDone: RowProps['onDone']
  readonly onRename: () => void
  readonly onProblem: (problem: unknown) => void
}) => {
  const { t } = useLingui()
  const { brand: shown } = useBrands('saveViews')
  const mayShare = isAllowed('shareViews', rolesAt(useMe(), brand))
  const params = { brand, id }
  const change = useMutation({
    mutationFn: (work: () => Promise<Done | null>) => work(),
    onMutate: () => onProblem(null),
    onSuccess: onDone,
    onError: onProblem,
  })
  const setDefault = async () => {
    await api('PUT /admin/api/:brand/views/:id', { params, body: { isDefault: !isDefault } })
    return null
  }
  const share = async () => {
    await api('POST /admin/api/:brand/views/:id/share', { params, body: {} })
    return { text: t`Everybody of the brand who may open this page sees “${name}” now.` }
  }
  const unshare = async () => {
    await api('POST /admin/api/:brand/views/:id/unshare', { params, body: {} })
    return { text: t`“${name}” isn’t shared any more.` }
  }
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}/${brand}/views/${id}`)
    return { text: t`The link is copied.` }
  }
  const remove = async () => {
    await api('DELETE /admin/api/:brand/views/:id', { params })
    const undo = () => api('POST /admin/api/:brand/views/:id/restore', { params, body: {} })
    return { text: t`“${name}” is deleted.`, undo }
  }
  return (
    <span className={styles.tools}>
      {isMine && shown !== allBrands && (
        <IconButton
          icon={Star}
          filled={isDefault}
          label={t`Open the page with “${name}”`}
          aria-pressed={isDefault}
          onClick={() => change.mutate(setDefault)}
        />
      )}
      {mayShare && !isShared && (
        <IconButton
          icon={UserRoundPlus}
          label={t`Share “${name}” with everybody of the brand`}
          onClick={() => change.mutate(share)}
        />
      )}
      {mayShare && isShared && (
        <IconButton icon={UserRoundMinus} label={t`Stop sharing “${name}”`} onClick={() => change.mutate(unshare)} />
      )}
      <IconButton icon={Link2} label={t`Copy the link to “${name}”`} onClick={() => change.mutate(copy)} />
      {isMine && (
        <>
          <IconButton icon={Pencil} label={t`Rename “${name}”`} onClick={onRename} />
          <IconButton icon={Trash2} label={t`Delete “${name}”`} onClick={() => change.mutate(remove)} />
        </>
      )}
    </span>
  )
}

const Rename = ({
  view: { brand, id, name: before },
  onDone,
  onClose,
}: {
  readonly view: BrandView
  readonly onDone: RowProps['onDone']
  readonly onClose: () => void
}) => {
  const { t, i18n } = useLingui()
  const [name, setName] = useState(before)
  const rename = useMutation({
    mutationFn: () => api('PUT /admin/api/:brand/views/:id', { params: { brand, id }, body: { name } }),
    onSuccess: () => {
      onDone(null)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate()
  }
  return (
    <form className={styles.rename} onSubmit={submit}>
      <TextField
        label={t`New name`}
        required
        autoFocus
        maxLength={60}
        value={name}
        error={rename.error && i18n._(problemText(rename.error))}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size="sm" disabled={name.trim() === ''}>
        <Trans>Save</Trans>
      </Button>
      <Button size="sm" variant="ghost" onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
    </form>
  )
}
