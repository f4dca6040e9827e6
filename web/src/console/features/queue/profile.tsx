import type { CaseView } from '@incontro/contract/admin'
import { isAllowed } from '@incontro/contract/admin/permissions'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { Badge } from '#components/marks/labels.tsx'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { genderName } from '#console/parts/gender-names.ts'
import { Kbd } from '#console/parts/kbd.tsx'
import { accountStateNames } from '#console/parts/member-words.ts'
import parts from '#console/parts/parts.module.css'
import { restrictionNames } from '#console/parts/restriction-names.ts'
import { Moment } from '#console/parts/time.tsx'
import { kindNames } from './queue-texts.ts'
import styles from './queue.module.css'

interface ProfileProps {
  readonly brand: string
  readonly of: CaseView
  readonly member: NonNullable<CaseView['member']>
  /** The photos of the profile. */
  readonly children: ReactNode
}

/** Whom a case is about: what others see of them, what was decided before, and the way to their file. */
export const Profile = ({ brand, of, member, children }: ProfileProps) => {
  const { t, i18n } = useLingui()
  const { restrictions } = member
  return (
    <section className={styles.block} aria-label={t`Profile`}>
      <h3>
        <bdi>{member.name}</bdi>, {member.age}{' '}
        {member.sample && (
          <Badge>
            <Trans>Sample</Trans>
          </Badge>
        )}
      </h3>
      <p className={styles.meta}>
        {i18n._(genderName(member.genderShown))} ·{' '}
        <Trans>
          Since <Moment at={member.since} />
        </Trans>{' '}
        ·{' '}
        <Trans>
          <Plural value={member.reports} one="# report" other="# reports" />, {member.upheld} upheld
        </Trans>
        {member.state !== 'active' && ` · ${i18n._(accountStateNames[member.state])}`}
        <OpenFile brand={brand} of={of} memberId={member.id} />
      </p>
      {children}
      {restrictions.length > 0 && (
        <ul className={styles.history}>
          {restrictions.map((one) => (
            <li key={one.from}>
              {i18n._(restrictionNames[one.kind])} · <Moment at={one.from} />
            </li>
          ))}
        </ul>
      )}
      {[member.about, member.lookingFor, ...member.answers].filter(Boolean).map((words) => (
        <p key={words} className={styles.words}>
          {words}
        </p>
      ))}
    </section>
  )
}

/** From the file, what a case has no decision for can be done: warn and suspend the owner of a photo, for one. */
const OpenFile = ({ brand, of, memberId }: Pick<ProfileProps, 'brand' | 'of'> & { readonly memberId: string }) => {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const mayOpen = isAllowed('readMembers', rolesAt(useMe(), brand))
  const address = `/${brand}/members/${memberId}`
  const kind = i18n._(kindNames[of.kind])
  const state = { reason: t`Case in the queue: ${kind}` }
  // The way back leads to this case, not to the next one.
  const keepPlace = () => history.replaceState(history.state, '', `/${brand}/queue/${of.id}${location.search}`)
  const open = () => {
    keepPlace()
    void navigate(address, { state })
  }
  useShortcut('o', t`Open the file`, open, mayOpen)
  if (!mayOpen) return null
  return (
    <>
      {' · '}
      <Link className={parts.link} to={address} state={state} onClick={keepPlace}>
        <Trans>Open the file</Trans> <Kbd>O</Kbd>
      </Link>
    </>
  )
}
