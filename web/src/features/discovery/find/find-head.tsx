import type { FoundCount, HookCode } from '@incontro/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { MapPin } from 'lucide-react'
import { type Ref, Suspense, useState } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { useSession } from '#app/session/session.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import { FilterBar } from './filter-bar.tsx'
import type { FilterControls } from '../filters/use-filters.tsx'
import { usePlaceName } from '../place/use-place-name.ts'
import styles from './find.module.css'

const RegionDialog = lazyDialog(() => import('./region-dialog.tsx'))
const OrderDialog = lazyDialog(() => import('./order-dialog.tsx'))

/** Whom the member is looking for and where; the place opens the region dialog. */
export const FindHead = ({
  title,
  page,
  heading,
  active,
  listed,
  filtering,
  isSuggested,
  onHook,
}: {
  title: string
  page: number
  heading: Ref<HTMLHeadingElement>
  /** The live count of the area; a small count is given only as `fewerThan`, a large one only as `moreThan`. */
  active: (FoundCount & { readonly isEmpty: boolean }) | undefined
  listed: boolean
  filtering: FilterControls
  /** Whether the age range is the suggestion from sign-up. */
  isSuggested: boolean
  onHook: (hook: HookCode) => void
}) => {
  const { t } = useLingui()
  const number = page
  useIdlePreload(RegionDialog, OrderDialog)
  const {
    session: { searchCity: city },
  } = useSession()
  const place = usePlaceName()
  const [dialog, setDialog] = useState<'region' | 'order' | null>(null)
  const close = () => setDialog(null)
  return (
    <div className={styles.head}>
      <h1 ref={heading} tabIndex={-1} className={text.h1}>
        {title}
        {page > 1 && <span className={text.hidden}> {t`Page ${number}`}</span>}
      </h1>
      <button type="button" className={styles.place} aria-haspopup="dialog" onClick={() => setDialog('region')}>
        <Icon of={MapPin} />
        <span className={styles.where}>
          <span>
            {city ? (
              <>
                <b>{city}</b>, {place}
              </>
            ) : (
              <b>{place}</b>
            )}
          </span>
          <span className={`${text.link} ${text.sm}`}>
            <Trans>Change area</Trans>
          </span>
        </span>
      </button>
      <div className={styles.filters}>
        {filtering.filters && (
          <FilterBar filters={filtering.filters} isSuggested={isSuggested && !filtering.busy} filtering={filtering} />
        )}
      </div>
      <p className={styles.count}>
        {listed && (
          <>
            {city ? <Trans>{city} first, then the region</Trans> : <Trans>people online first</Trans>}
            {'. '}
            <button type="button" className={styles.inline} aria-haspopup="dialog" onClick={() => setDialog('order')}>
              <Trans>Why this order?</Trans>
            </button>
          </>
        )}
        <span role="status" className={styles.people}>
          {listed && active && <span className={styles.dot}> · </span>}
          {active &&
            (active.isEmpty ? (
              <Trans>Nobody yet</Trans>
            ) : active.moreThan !== null ? (
              <Plural
                value={active.moreThan}
                one="More than # person active in the last month"
                other="More than # people active in the last month"
              />
            ) : active.total === null ? (
              <Trans>Fewer than {active.fewerThan} people active in the last month</Trans>
            ) : (
              <Plural
                value={active.total}
                one="# person active in the last month"
                other="# people active in the last month"
              />
            ))}
        </span>
      </p>
      <Suspense fallback={null}>
        {dialog === 'region' && (
          <RegionDialog
            onClose={close}
            onHook={(hook) => {
              close()
              onHook(hook)
            }}
          />
        )}
        {dialog === 'order' && <OrderDialog onClose={close} />}
      </Suspense>
    </div>
  )
}
