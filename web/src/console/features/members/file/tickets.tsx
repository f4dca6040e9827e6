import type { TicketState } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Badge } from '#components/marks/labels.tsx'
import { ticketStates } from '#console/parts/ticket-states.ts'
import parts from '#console/parts/parts.module.css'
import { Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import type { FileProps } from '../opened-file.ts'

/** What the member wrote to support, for those who answer it. */
export const Tickets = ({ brand, file: { tickets } }: FileProps) => {
  if (!tickets) return null
  return (
    <Section title={<Trans>Support requests</Trans>}>
      {tickets.length === 0 && (
        <p className={parts.muted}>
          <Trans>None</Trans>
        </p>
      )}
      <ul className={parts.rows}>
        {tickets.map((one) => (
          <li key={one.id}>
            <span className={parts.two}>
              <Link className={parts.link} to={`/${brand}/support/${one.id}`}>
                {one.subject}
              </Link>
              <span>
                <Moment at={one.at} />
              </span>
            </span>
            <State of={one.state} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const State = ({ of: state }: { readonly of: TicketState }) => {
  const { i18n } = useLingui()
  const { name, tone } = ticketStates[state]
  return <Badge {...(tone && { tone })}>{i18n._(name)}</Badge>
}
