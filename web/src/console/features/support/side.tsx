import type { TicketView } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { useBrands, useMe } from '#console/base/me.tsx'
import { problemText } from '#console/base/problem-text.ts'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Kbd } from '#console/parts/kbd.tsx'
import { Fact, Section } from '#console/parts/section.tsx'
import { accountStateNames } from '#console/parts/member-words.ts'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { languageNames } from '#console/parts/language-names.ts'
import { ticketStates } from '#console/parts/ticket-states.ts'
import styles from './support.module.css'
import { useDesk } from './use-ticket.ts'

interface SideProps {
  readonly brand: string
  readonly ticket: TicketView
  readonly refresh: () => Promise<void>
}

/** Who wrote, who answers, and what the same member asked before. */
export const Side = (props: SideProps) => {
  const { i18n } = useLingui()
  const { brand, ticket } = props
  return (
    <div className={styles.side}>
      <Assignee {...props} />
      <Section title={<Trans>Who wrote</Trans>}>
        {ticket.member ? (
          <Member brand={brand} ticket={ticket} member={ticket.member} />
        ) : (
          <p className={parts.muted}>
            <Trans>Not a member with this address, as far as we know.</Trans>
          </p>
        )}
        <dl className={parts.facts}>
          <Fact name={<Trans>Language</Trans>}>{i18n._(languageNames[ticket.locale])}</Fact>
          <Fact name={<Trans>Asked</Trans>}>
            <Moment at={ticket.openedAt} />
          </Fact>
        </dl>
      </Section>
      {ticket.others.length > 0 && (
        <Section title={<Trans>Asked before</Trans>}>
          <ul className={styles.others}>
            {ticket.others.map((one) => (
              <li key={one.id}>
                <Link className={parts.link} to={`/${brand}/support/${one.id}`}>
                  {one.subject}
                </Link>
                <span className={styles.meta}>
                  {i18n._(ticketStates[one.state].name)} · <Moment at={one.lastAt} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}

const Member = ({
  brand,
  ticket,
  member,
}: {
  readonly brand: string
  readonly ticket: TicketView
  readonly member: NonNullable<TicketView['member']>
}) => {
  const { t, i18n } = useLingui()
  const mayOpen = useBrands('readMembers').keys.includes(brand)
  const subject = ticket.subject.slice(0, 80)
  return (
    <>
      <p className={styles.who}>
        <b>{member.name ?? ticket.name}</b>
        <Badge tone={member.state === 'active' ? 'ok' : 'warn'}>{i18n._(accountStateNames[member.state])}</Badge>
      </p>
      {!ticket.signedIn && (
        <Note tone="warn">
          <Trans>Written without signing in: the address is this member’s, the writer may be another person.</Trans>
        </Note>
      )}
      {!member.hasThisAddress && (
        <Note tone="warn">
          <Trans>Answers go to another address than the account’s: write nothing that only the member may know.</Trans>
        </Note>
      )}
      <dl className={parts.facts}>
        <Fact name={<Trans>Level</Trans>}>{i18n.number(member.level)}</Fact>
        <Fact name={<Trans>Member since</Trans>}>
          <Moment at={member.since} />
        </Fact>
      </dl>
      {mayOpen && (
        <Link
          className={parts.link}
          to={`/${brand}/members/${member.id}`}
          state={{ reason: t`Support request: ${subject}` }}
        >
          <Trans>Open the file</Trans>
        </Link>
      )}
    </>
  )
}

const Assignee = ({ brand, ticket, refresh }: SideProps) => {
  const { t, i18n } = useLingui()
  const me = useMe()
  const desk = useDesk(brand)
  const { id, assignedTo } = ticket
  const assign = useMutation({
    mutationFn: (staffId: string | null) =>
      api('PUT /admin/api/:brand/tickets/:id/assignee', { params: { brand, id }, body: { staffId } }),
    onSettled: refresh,
  })
  const isMine = assignedTo?.id === me.id
  const take = () => assign.mutate(isMine ? null : me.id)
  useShortcut('a', isMine ? t`Leave it to others` : t`Take it over`, take)
  const colleagues = desk?.colleagues ?? []
  const hasLeft = assignedTo && !colleagues.some((one) => one.id === assignedTo.id)
  return (
    <Section title={<Trans>Who answers</Trans>}>
      <SelectField
        label={t`Assigned to`}
        value={assignedTo?.id ?? ''}
        onChange={(event) => assign.mutate(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{t`Anyone`}</option>
        {hasLeft && <option value={assignedTo.id}>{assignedTo.name}</option>}
        {colleagues.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </SelectField>
      <Button variant="sec" size="sm" onClick={take}>
        {isMine ? <Trans>Leave it to others</Trans> : <Trans>Take it over</Trans>} <Kbd>A</Kbd>
      </Button>
      {assign.error && <FieldMessage>{i18n._(problemText(assign.error))}</FieldMessage>}
    </Section>
  )
}
