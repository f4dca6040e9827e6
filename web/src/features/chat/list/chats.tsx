import { useLingui } from '@lingui/react/macro'
import { Outlet, useLocation } from 'react-router'
import { Title } from '../../../app/seo/title.tsx'
import { classNames } from '../../../styles/class-names.ts'
import { ChatList } from './chat-list.tsx'
import styles from './chats.module.css'

export const handle = { footer: false }

/** The list beside the conversation; phones show one of them. */
export default function Chats() {
  const { t } = useLingui()
  // Of a member, a system conversation or the concierge, which has a page of its own.
  const id = useLocation().pathname.split('/')[2]
  return (
    <main id="main" className={classNames(styles.chats, id && styles.open)}>
      {!id && <Title>{t`Chat`}</Title>}
      <ChatList current={id} />
      <Outlet />
    </main>
  )
}
