import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { Icon } from '#components/marks/icon.tsx'
import { useBrands } from '#console/base/me.tsx'
import styles from './invoices.module.css'
import type { Quarter } from './quarters.ts'

/** A file of each brand that is shown: it is written while it is read, so the browser takes it as it comes. */
export const Downloads = ({ file, quarter }: { readonly file: 'invoices' | 'vat'; readonly quarter: Quarter }) => {
  const { keys, titleOf } = useBrands('readMoney')
  return (
    <p className={styles.downloads}>
      {keys.map((key) => (
        <a key={key} href={`/admin/api/${key}/${file}.csv?year=${quarter.year}&quarter=${quarter.quarter}`} download>
          <Icon of={Download} size={16} />
          {keys.length > 1 ? <Of brand={titleOf(key)} /> : <Trans>Download as CSV</Trans>}
        </a>
      ))}
    </p>
  )
}

const Of = ({ brand }: { readonly brand: string }) => <Trans>CSV of {brand}</Trans>
