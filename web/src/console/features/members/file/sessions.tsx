import { Trans } from '@lingui/react/macro'
import { MoreRows, useFirstRows } from '#console/parts/first-rows.tsx'
import parts from '#console/parts/parts.module.css'
import { Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import type { OpenedFile } from '../opened-file.ts'

export const Sessions = ({ sessions }: { readonly sessions: OpenedFile['sessions'] }) => {
  const { rows, onMore } = useFirstRows(sessions)
  return (
    <Section title={<Trans>Sessions</Trans>}>
      {sessions.length === 0 && (
        <p className={parts.muted}>
          <Trans>None</Trans>
        </p>
      )}
      <ul className={parts.rows}>
        {rows.map((one) => (
          <li key={`${one.createdAt} ${one.device}`}>
            <span className={parts.two}>
              <b>{one.device.slice(0, 60) || '—'}</b>
              <span>
                <Moment at={one.lastSeenAt} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      <MoreRows onMore={onMore} />
    </Section>
  )
}
