import { useLingui } from '@lingui/react/macro'
import { Outlet, useParams } from 'react-router'
import { Title } from '../../../app/seo/title.tsx'
import { classNames } from '../../../styles/class-names.ts'
import { ChatList } from './chat-list.tsx'
import styles from './chats.module.css'

export const handle = { footer: false }

/** The list beside the conversation; on phones one or the other. */
export default function Chats() {
  const { t } = useLingui()
  const { id } = useParams()
  return (
    <main id="main" className={classNames(styles.chats, id && styles.open)}>
      {!id && <Title>{t`Chat`}</Title>}
      <ChatList current={id} />
      <Outlet />
    </main>
  )
}
