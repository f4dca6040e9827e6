import { Trans } from '@lingui/react/macro'
import { Badge } from '#components/marks/labels.tsx'
import parts from '#console/parts/parts.module.css'
import { Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import type { OpenedFile } from '../opened-file.ts'

export const Reports = ({
  of,
  reports,
}: {
  readonly of: 'about' | 'by'
  readonly reports: OpenedFile['reportsAbout']
}) => (
  <Section title={of === 'about' ? <Trans>Reports about the member</Trans> : <Trans>Reports by the member</Trans>}>
    {reports.length === 0 ? (
      <p className={parts.muted}>
        <Trans>None</Trans>
      </p>
    ) : (
      <ul className={parts.rows}>
        {reports.map((one) => (
          <li key={one.id}>
            <span className={parts.two}>
              <b>{one.reason}</b>
              <span>
                <Moment at={one.at} />
              </span>
            </span>
            <Badge>{one.state}</Badge>
          </li>
        ))}
      </ul>
    )}
  </Section>
)
