import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { reportReasonNames, reportStateNames } from '#console/parts/member-words.ts'
import { MoreRows, useFirstRows } from '#console/parts/first-rows.tsx'
import parts from '#console/parts/parts.module.css'
import { Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import type { FileProps, OpenedFile } from '../opened-file.ts'
import { ReportedMessages } from './reported-messages.tsx'

type Report = OpenedFile['reportsAbout'][number]

export const Reports = ({ brand, file, of }: FileProps & { readonly of: 'about' | 'by' }) => {
  const { i18n } = useLingui()
  const mayRead = isAllowed('readConversations', rolesAt(useMe(), brand))
  const [read, setRead] = useState<Report | null>(null)
  const reports = of === 'about' ? file.reportsAbout : file.reportsBy
  const { rows, onMore } = useFirstRows(reports)
  return (
    <Section title={of === 'about' ? <Trans>Reports about the member</Trans> : <Trans>Reports by the member</Trans>}>
      {reports.length === 0 ? (
        <p className={parts.muted}>
          <Trans>None</Trans>
        </p>
      ) : (
        <ul className={parts.rows}>
          {rows.map((one) => (
            <li key={one.id}>
              <span className={parts.two}>
                <b>{i18n._(reportReasonNames[one.reason])}</b>
                <span>
                  <Moment at={one.at} />
                </span>
              </span>
              <span className={parts.tools}>
                {mayRead && one.messages > 0 && (
                  <Button size="sm" variant="ghost" onClick={() => setRead(one)}>
                    <Trans>Read the messages</Trans>
                  </Button>
                )}
                <Badge>{i18n._(reportStateNames[one.state])}</Badge>
              </span>
            </li>
          ))}
        </ul>
      )}
      <MoreRows onMore={onMore} />
      {read && <ReportedMessages brand={brand} file={file} report={read.id} onClose={() => setRead(null)} />}
    </Section>
  )
}
