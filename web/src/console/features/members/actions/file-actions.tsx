import { isAllowed, type PermissionId } from '@incontro/contract/admin/permissions'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  Ban,
  Cake,
  ChevronDown,
  Coins,
  Download,
  KeyRound,
  type LucideIcon,
  MailCheck,
  MapPin,
  RotateCcw,
  Scale,
  Trash2,
  UserPen,
  VenusAndMars,
} from 'lucide-react'
import { type ComponentType, useRef, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { AnchoredMenu } from '#components/menus/anchored-menu.tsx'
import { MenuButton, MenuItems } from '#components/menus/menu-items.tsx'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Keys } from '#console/parts/kbd.tsx'
import { KeyButton } from '#console/parts/key-button.tsx'
import parts from '#console/parts/parts.module.css'
import type { OnDone } from '#console/parts/held-actions.tsx'
import type { FileProps, OpenedFile } from '../opened-file.ts'
import { ConfirmEmail, EraseMember, LegalHold, MakeExport, Reactivate, SendReset } from './account-dialogs.tsx'
import type { ActionProps } from './action-props.ts'
import { CorrectAge, CorrectGender, CorrectHome, CorrectName } from './corrections.tsx'
import { GrantCredits } from './grant-credits.tsx'
import { RestrictMember } from './restrict-member.tsx'

interface FileAction {
  readonly name: (file: OpenedFile) => MessageDescriptor
  readonly icon: LucideIcon
  readonly permission: PermissionId
  readonly fits: (file: OpenedFile) => boolean
  readonly dialog: ComponentType<ActionProps>
  /** Those of the menu begin with `a`. */
  readonly keys: string
  /** A button of the page; the others are in its menu. */
  readonly place: 'button' | 'menu'
  readonly danger?: true
}

const isOpen = ({ state }: OpenedFile): boolean => state === 'active'

/** What can be done from a file, by whom and when; in the order in which it is shown. */
const actions: readonly FileAction[] = [
  {
    name: () => msg`Reactivate`,
    icon: RotateCcw,
    permission: 'reactivateMembers',
    fits: (file) => !isOpen(file),
    dialog: Reactivate,
    keys: 'a r',
    place: 'button',
  },
  {
    name: () => msg`Grant credits`,
    icon: Coins,
    permission: 'grantCredits',
    fits: isOpen,
    dialog: GrantCredits,
    keys: 'c',
    place: 'button',
  },
  {
    name: () => msg`Send a password link`,
    icon: KeyRound,
    permission: 'sendResets',
    fits: isOpen,
    dialog: SendReset,
    keys: 'a p',
    place: 'menu',
  },
  {
    name: () => msg`Confirm the address`,
    icon: MailCheck,
    permission: 'correctMembers',
    fits: (file) => isOpen(file) && file.emailConfirmedAt === null,
    dialog: ConfirmEmail,
    keys: 'a e',
    place: 'menu',
  },
  {
    name: () => msg`Correct the name`,
    icon: UserPen,
    permission: 'correctMembers',
    fits: () => true,
    dialog: CorrectName,
    keys: 'a n',
    place: 'menu',
  },
  {
    name: () => msg`Correct where the member lives`,
    icon: MapPin,
    permission: 'correctMembers',
    fits: () => true,
    dialog: CorrectHome,
    keys: 'a h',
    place: 'menu',
  },
  {
    name: () => msg`Correct the age`,
    icon: Cake,
    permission: 'correctMembers',
    fits: () => true,
    dialog: CorrectAge,
    keys: 'a a',
    place: 'menu',
  },
  {
    name: () => msg`Correct the gender`,
    icon: VenusAndMars,
    permission: 'correctMembers',
    fits: () => true,
    dialog: CorrectGender,
    keys: 'a g',
    place: 'menu',
  },
  {
    name: () => msg`Make the export of their data`,
    icon: Download,
    permission: 'serveDataRights',
    fits: isOpen,
    dialog: MakeExport,
    keys: 'a x',
    place: 'menu',
  },
  {
    name: ({ hold }) => (hold ? msg`Release the legal hold` : msg`Legal hold`),
    icon: Scale,
    permission: 'holdMembers',
    fits: () => true,
    dialog: LegalHold,
    keys: 'a l',
    place: 'menu',
  },
  {
    name: () => msg`Restrict the member`,
    icon: Ban,
    permission: 'restrictMembers',
    // Who asked for deletion can still come back.
    fits: ({ state }) => state !== 'deleted',
    dialog: RestrictMember,
    keys: 's',
    place: 'menu',
    danger: true,
  },
  {
    name: () => msg`Erase the member`,
    icon: Trash2,
    permission: 'serveDataRights',
    fits: (file) => isOpen(file) && file.hold === null,
    dialog: EraseMember,
    keys: 'a d',
    place: 'menu',
    danger: true,
  },
]

/** The buttons and the menu of a file, with the dialog of the action that was chosen. */
export const FileActions = ({ brand, file, onDone }: FileProps & { readonly onDone: OnDone }) => {
  const { t, i18n } = useLingui()
  const roles = rolesAt(useMe(), brand)
  const [chosen, setChosen] = useState<FileAction | null>(null)
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  const more = useRef<HTMLSpanElement>(null)
  const offered = actions.filter(({ permission, fits }) => isAllowed(permission, roles) && fits(file))
  const inMenu = offered.filter(({ place }) => place === 'menu')
  const openMenu = () => setMenuAt(more.current?.querySelector('button') ?? null)
  useShortcut('m', t`More actions`, openMenu, inMenu.length > 0)
  const Chosen = chosen?.dialog
  return (
    <>
      {offered
        .filter(({ place }) => place === 'button')
        .map((one, index) => (
          <KeyButton
            key={one.keys}
            keys={one.keys}
            name={i18n._(one.name(file))}
            size="sm"
            variant={index === 0 && !isOpen(file) ? 'pri' : 'sec'}
            onPress={() => setChosen(one)}
          />
        ))}
      {inMenu.map((one) => (
        <ActionKey key={one.keys} keys={one.keys} name={i18n._(one.name(file))} onPress={() => setChosen(one)} />
      ))}
      {inMenu.length > 0 && (
        <span ref={more}>
          <Button size="sm" variant="sec" aria-haspopup="menu" aria-keyshortcuts="m" onClick={openMenu}>
            <Trans>More actions</Trans>
            <Icon of={ChevronDown} />
          </Button>
        </span>
      )}
      {menuAt && (
        <AnchoredMenu label={t`More actions`} anchor={menuAt} align="right" onClose={() => setMenuAt(null)}>
          {(choose) => (
            <MenuItems label={t`More actions`}>
              {inMenu.map((one) => (
                <MenuButton
                  key={one.keys}
                  icon={one.icon}
                  danger={one.danger ?? false}
                  onClick={choose(() => setChosen(one))}
                >
                  <span className={parts.keyed}>
                    {i18n._(one.name(file))}
                    <span aria-hidden>
                      <Keys of={one.keys} />
                    </span>
                  </span>
                </MenuButton>
              ))}
            </MenuItems>
          )}
        </AnchoredMenu>
      )}
      {Chosen && (
        <Chosen
          brand={brand}
          file={file}
          onClose={() => setChosen(null)}
          onDone={(undo) => {
            setChosen(null)
            onDone(undo)
          }}
        />
      )}
    </>
  )
}

/** The key of an action that is in the menu. */
const ActionKey = ({
  keys,
  name,
  onPress,
}: {
  readonly keys: string
  readonly name: string
  readonly onPress: () => void
}) => {
  useShortcut(keys, name, onPress)
  return null
}
