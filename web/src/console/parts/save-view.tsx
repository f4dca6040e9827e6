import { keepable, unkeepable, type ViewPageName } from '@incontro/contract/admin/view-words'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { problemText } from '#console/base/problem-text.ts'
import { type Done, usePageViews } from '#console/base/saved-views.ts'
import { BrandField } from './brand-field.tsx'
import parts from './parts.module.css'

/** Saves the filters of the address; a name that is there already gets them instead of those it had. */
export const SaveForm = ({ page, onDone }: { readonly page: ViewPageName; readonly onDone: (done: Done) => void }) => {
  const { t, i18n } = useLingui()
  const { views, keys, titleOf, search } = usePageViews(page)
  const [brand, setBrand] = useState(keys[0] ?? '')
  const [name, setName] = useState('')
  const shown = Object.fromEntries(new URLSearchParams(search))
  const query = keepable(page, shown)
  const same = views.find(
    (one) => one.isMine && one.brand === brand && one.name.toLowerCase() === name.trim().toLowerCase(),
  )
  const save = useMutation({
    mutationFn: (): Promise<unknown> =>
      same
        ? api('PUT /admin/api/:brand/views/:id', { params: { brand, id: same.id }, body: { query } })
        : api('POST /admin/api/:brand/views', { params: { brand }, body: { page, name, query } }),
    onSuccess: () => {
      setName('')
      onDone({ text: same ? t`The view has these filters now.` : t`The view is saved.` })
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
        label={t`Name of what is shown now`}
        hint={same && t`This name is there already: its filters are replaced.`}
        required
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <BrandField brands={keys} titleOf={titleOf} value={brand} onChange={setBrand} />
      {unkeepable(page, shown).length > 0 && (
        <p className={parts.muted}>
          <Trans>What was searched for isn’t kept: a view must not name anyone.</Trans>
        </p>
      )}
      {save.error && <FieldMessage>{i18n._(problemText(save.error))}</FieldMessage>}
      <Button type="submit" disabled={name.trim() === ''} busy={save.isPending && <Trans>One moment…</Trans>}>
        {same ? <Trans>Replace the view</Trans> : <Trans>Save the view</Trans>}
      </Button>
    </form>
  )
}
