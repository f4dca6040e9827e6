import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IsRestoringProvider } from '@tanstack/react-query'
import {
  CreditCard,
  DoorOpen,
  Images,
  KeyRound,
  type LucideIcon,
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../components/marks/icon.tsx'
import text from '../../../styles/text.module.css'
import styles from '../cards/profile.module.css'

/** The sections of the profile in order. Links address them as `/profile#account`. */
const groups = {
  photos: { icon: Images, title: msg`Le tue foto` },
  details: { icon: UserRound, title: msg`I tuoi dati` },
  plan: { icon: CreditCard, title: msg`Il tuo piano` },
  security: { icon: KeyRound, title: msg`Accesso e sicurezza` },
  privacy: { icon: ShieldCheck, title: msg`Privacy` },
  preferences: { icon: SlidersHorizontal, title: msg`Preferenze e aiuto` },
  account: { icon: DoorOpen, title: msg`Account` },
} as const satisfies Record<string, { readonly icon: LucideIcon; readonly title: MessageDescriptor }>
type GroupId = keyof typeof groups
const groupIds = Object.keys(groups)
export const groupCount = groupIds.length

interface ProfileGroupProps {
  readonly id: GroupId
  /** Groups that may load their data, from the first; the queries of the others wait. */
  readonly loaded: number
  readonly children: ReactNode
}

export const ProfileGroup = ({ id, loaded, children }: ProfileGroupProps) => {
  const { i18n } = useLingui()
  return (
    <section id={id} className={styles.group} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={text.h2}>
        {i18n._(groups[id].title)}
      </h2>
      <IsRestoringProvider value={groupIds.indexOf(id) >= loaded}>{children}</IsRestoringProvider>
    </section>
  )
}

/** Links to the sections, on screens with enough space beside them. */
export const GroupLinks = () => {
  const { t, i18n } = useLingui()
  return (
    <nav className={styles.links} aria-label={t`Parti del profilo`}>
      <ul>
        {Object.entries(groups).map(([id, { icon, title }]) => (
          <li key={id}>
            <a href={`#${id}`}>
              <Icon of={icon} />
              {i18n._(title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
