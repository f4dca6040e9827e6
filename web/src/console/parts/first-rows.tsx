import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'

const step = 20

/** The first rows of a list that is there whole, and how to see more of it. */
export function useFirstRows<Row>(all: readonly Row[]): {
  readonly rows: readonly Row[]
  readonly onMore: (() => void) | undefined
} {
  const [count, setCount] = useState(step)
  return { rows: all.slice(0, count), onMore: all.length > count ? () => setCount(count + step) : undefined }
}

/** Below a list without a table. */
export const MoreRows = ({ onMore }: { readonly onMore: (() => void) | undefined }) =>
  onMore && (
    <div>
      <Button size="sm" variant="ghost" onClick={onMore}>
        <Trans>Show more</Trans>
      </Button>
    </div>
  )
