import { Trans, useLingui } from '@lingui/react/macro'
import { InfinityIcon, LogOut, MessagesSquare, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink } from 'react-router'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { useSheetDrag } from '#components/dialogs/use-sheet-drag.ts'
import { MessageCount } from '#components/marks/credit-battery.tsx'
import { Icon, type IconProps } from '#components/marks/icon.tsx'
import { Count } from '#components/marks/labels.tsx'
import { Avatar } from '#components/people/avatar.tsx'
import text from '#styles/text.module.css'
import { HelpLinks } from '../../help/help-links.tsx'
import { LanguageChoice } from '../../help/language-choice.tsx'
import { messagesLeft } from '../../session/messages-left.ts'
import { ownPhoto } from '../../session/own-photo.ts'
import { useCounts, useSession } from '../../session/session.tsx'
import {
  destinations,
  profileDestination,
  purchasesDestination,
  settingsDestination,
  vipDestination,
} from '../../shell/navigation.ts'
import styles from './side-menu.module.css'

const Item = ({
  to,
  icon,
  unread = 0,
  onClick,
  children,
}: {
  readonly to: string
  readonly icon: IconProps['of']
  readonly unread?: number
  readonly onClick: () => void
  readonly children: ReactNode
}) => (
  <li>
    <NavLink to={to} className={styles.item} onClick={onClick}>
      <Icon of={icon} />
      <span className={styles.word}>{children}</span>
      <Count value={unread} />
    </NavLink>
  </li>
)

/** What a member has instead of the offer of a plan: the messages their credits pay for, or no limit. */
const Messages = ({ onClick }: { onClick: () => void }) => {
  const { session } = useSession()
  return session.premiumLevel === 2 ? (
    <Item to="/credits" icon={InfinityIcon} onClick={onClick}>
      <Trans>Unlimited messages</Trans>
    </Item>
  ) : (
    <Item to="/vip_plan/cred" icon={MessagesSquare} onClick={onClick}>
      <MessageCount messages={messagesLeft(session)} />
    </Item>
  )
}

/**
 * Every place of the app, the languages, help and legal pages, and signing out. It slides in from the left of a phone's
 * screen; a finger, Escape, the button and a press beside it close it.
 */
const SideMenu = ({ onClose }: { readonly onClose: () => void }) => {
  const { t, i18n } = useLingui()
  const { session, signOut } = useSession()
  const counts = useCounts()
  const box = useRef<HTMLDialogElement>(null)
  const close = () => box.current?.close()
  const drag = useSheetDrag(box, close, 'left')
  useEffect(() => box.current?.showModal(), [])
  // A wider screen has the top bar instead.
  useEffect(() => {
    addEventListener('resize', onClose)
    return () => removeEventListener('resize', onClose)
  }, [onClose])
  const plan = session.premiumLevel === 0 ? [vipDestination] : []
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the backdrop is the dialog's own; Esc closes it too
    <dialog
      ref={box}
      className={styles.menu}
      aria-label={t`Menu`}
      onClose={onClose}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      onClick={({ target }) => target === box.current && close()}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button and Escape do the same */}
      <div className={styles.panel} {...drag}>
        <div className={styles.head}>
          <Link to="/profile" className={styles.own} onClick={close}>
            <Avatar photo={ownPhoto(session)} name={session.memberName} size={56} />
            <span className={styles.name}>{session.memberName}</span>
          </Link>
          <IconButton icon={X} label={t`Close`} onClick={close} />
        </div>
        <nav aria-label={t`Menu`}>
          <ul>
            {[
              ...destinations(session, counts),
              profileDestination,
              purchasesDestination,
              settingsDestination,
              ...plan,
            ].map(({ to, label, icon, unread }) => {
              const name = i18n._(label)
              return (
                <Item key={to} to={to} icon={icon} unread={unread} onClick={close}>
                  <span aria-hidden>{name}</span>
                  <span className={text.hidden}>{unread > 0 ? t`${name}, ${unread} unread` : name}</span>
                </Item>
              )
            })}
            {session.premiumLevel > 0 && <Messages onClick={close} />}
          </ul>
        </nav>
        <div className={styles.part}>
          <LanguageChoice />
        </div>
        <div className={styles.part}>
          <HelpLinks />
        </div>
        <div className={styles.part}>
          <button
            type="button"
            className={styles.item}
            onClick={() => {
              close()
              void signOut()
            }}
          >
            <Icon of={LogOut} />
            <span className={styles.word}>
              <Trans>Sign out</Trans>
            </span>
          </button>
        </div>
      </div>
    </dialog>
  )
}

export default SideMenu
