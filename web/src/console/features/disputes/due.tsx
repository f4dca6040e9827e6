import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'

const day = 86_400_000

/** Until when our side counts, with what remains. */
export const Due = ({ at, isOpen }: { readonly at: string | null; readonly isOpen: boolean }) => {
  const { t } = useLingui()
  const [now] = useState(Date.now)
  if (at === null) return <span className={parts.muted}>{isOpen ? t`The provider names none` : '—'}</span>
  const left = Date.parse(at) - now
  const days = Math.floor(left / day)
  const hours = Math.max(1, Math.floor(left / 3_600_000))
  return (
    <span className={parts.two}>
      <Moment at={at} />
      {isOpen && (
        <span>
          {left <= 0 && <Trans>Past</Trans>}
          {left > 0 && days === 0 && <Trans>{hours} h left</Trans>}
          {days > 0 && <Plural value={days} one="# day left" other="# days left" />}
        </span>
      )}
    </span>
  )
}
