import type { SavedSearch } from '@incontro/contract'
import { longestSearchName } from '@incontro/contract/limits'
import { filterIds } from '@incontro/contract/search-filters'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { countryNames } from '#features/geo/index.ts'
import { useFilterTexts } from '../filters/filter-texts.ts'
import styles from './saved.module.css'

/** A search in one line: the place, and the texts of its filter chips. */
const useSearchText = () => {
  const textOf = useFilterTexts()
  const { i18n } = useLingui()
  const country = countryNames[useSession().session.country]
  return ({ filters, region, city }: SavedSearch): string =>
    [
      city || region || (country ? i18n._(country) : ''),
      ...filterIds.filter((id) => filters[id] !== undefined).map((id) => textOf(filters, id)),
    ].join(' · ')
}

export const SavedRow = ({
  search,
  busy,
  onOpen,
  onRename,
  onRemove,
}: {
  readonly search: SavedSearch
  readonly busy: boolean
  readonly onOpen: () => void
  /** Resolves to whether the search was renamed. */
  readonly onRename: (name: string) => Promise<boolean>
  readonly onRemove: () => void
}) => {
  const { t } = useLingui()
  const asks = useSearchText()(search)
  const [name, setName] = useState<string | null>(null)
  const pencil = useRef<HTMLSpanElement>(null)
  const title = search.name ?? asks
  const { newMembers, hasMore } = search
  const close = () => {
    setName(null)
    requestAnimationFrame(() => pencil.current?.querySelector('button')?.focus())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onRename(name ?? '').then((done) => done && close())
  }
  if (name !== null)
    return (
      <li className={styles.row}>
        <form className={styles.naming} onSubmit={submit} noValidate>
          <TextField
            label={t`Name`}
            hint={<Trans>Without a name we call it by its area and filters.</Trans>}
            value={name}
            maxLength={longestSearchName}
            autoComplete="off"
            autoFocus
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setName(event.target.value)}
          />
          <div className={styles.buttons}>
            <Button variant="sec" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" busy={busy && <Trans>Saving…</Trans>}>
              <Trans>Save</Trans>
            </Button>
          </div>
        </form>
      </li>
    )
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} disabled={busy || search.isCurrent} onClick={onOpen}>
        <span className={styles.name}>{title}</span>
        {search.name !== null && <span className={styles.asks}>{asks}</span>}
        {search.isCurrent ? (
          <span>
            <Badge tone="ok">
              <Trans>In use</Trans>
            </Badge>
          </span>
        ) : (
          newMembers > 0 && (
            <span>
              <Badge tone="pri">
                {hasMore ? (
                  <Trans>more than {newMembers} new</Trans>
                ) : (
                  <Plural value={newMembers} one="# new" other="# new" />
                )}
              </Badge>
            </span>
          )
        )}
      </button>
      <span ref={pencil}>
        <IconButton icon={Pencil} label={t`Rename ${title}`} onClick={() => setName(search.name ?? '')} />
      </span>
      <IconButton icon={Trash2} label={t`Delete ${title}`} onClick={onRemove} />
    </li>
  )
}
