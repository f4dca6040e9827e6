import { useLingui } from '@lingui/react/macro'
import { useBrands } from '#console/base/me.tsx'
import { FileLink } from '#console/parts/file-link.tsx'
import parts from '#console/parts/parts.module.css'
import type { Quarter } from './quarters.ts'

/** A file of each brand that is shown: it is written while it is read, so the browser takes it as it comes. */
export const Downloads = ({ file, quarter }: { readonly file: 'invoices' | 'vat'; readonly quarter: Quarter }) => {
  const { t } = useLingui()
  const { keys, titleOf } = useBrands('exportMoney')
  const isOnly = keys.length === 1
  const nameOf = (brand: string): string => (isOnly ? t`Download as CSV` : t`CSV of ${brand}`)
  return (
    <p className={parts.downloads}>
      {keys.map((key) => (
        <FileLink
          key={key}
          href={`/admin/api/${key}/${file}.csv?year=${quarter.year}&quarter=${quarter.quarter}`}
          name={nameOf(titleOf(key))}
          keys={isOnly ? 'x' : undefined}
        >
          {nameOf(titleOf(key))}
        </FileLink>
      ))}
    </p>
  )
}
