import type { ViewPageName } from '@incontro/contract/admin/view-words'
import { useLingui } from '@lingui/react/macro'
import { Star } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { Icon } from '#components/marks/icon.tsx'
import { searchOf, usePageViews } from '#console/base/saved-views.ts'
import styles from './saved-views.module.css'

/** The saved views of a page, each a press away. */
export const ViewLinks = ({ page }: { readonly page: ViewPageName }) => {
  const { t } = useLingui()
  const { brand = '' } = useParams()
  const { views, keys, titleOf, isShown } = usePageViews(page)
  if (views.length === 0) return null
  return (
    <nav className={styles.links} aria-label={t`Saved views`}>
      {views.map((one) => (
        <Link
          key={one.id}
          to={{ pathname: `/${brand}/${page}`, search: searchOf(one) }}
          aria-current={isShown(one) ? 'true' : undefined}
        >
          {one.isDefault && keys.length === 1 && <Icon of={Star} size={13} filled />}
          {one.name}
          {keys.length > 1 && <span>{titleOf(one.brand)}</span>}
        </Link>
      ))}
    </nav>
  )
}
