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
    place: 'button',
  },
  {
    name: () => msg`Grant credits`,
    icon: Coins,
    permission: 'grantCredits',
    fits: isOpen,
    dialog: GrantCredits,
    place: 'button',
  },
  {
    name: () => msg`Send a password link`,
    icon: KeyRound,
    permission: 'sendResets',
    fits: isOpen,
    dialog: SendReset,
    place: 'menu',
  },
  {
    name: () => msg`Confirm the address`,
    icon: MailCheck,
    permission: 'correctMembers',
    fits: (file) => isOpen(file) && file.emailConfirmedAt === null,
    dialog: ConfirmEmail,
    place: 'menu',
  },
  {
    name: () => msg`Correct the name`,
    icon: UserPen,
    permission: 'correctMembers',
    fits: () => true,
    dialog: CorrectName,
    place: 'menu',
  },
  {
    name: () => msg`Correct where the member lives`,
    icon: MapPin,
    permission: 'correctMembers',
    fits: () => true,
    dialog: CorrectHome,
    place: 'menu',
  },
  {
    name: () => msg`Correct the age`,
    icon: Cake,
    permission: 'correctMembers',
    fits: () => true,
    dialog: CorrectAge,
    place: 'menu',
  },
  {
    name: () => msg`Correct the gender`,
    icon: VenusAndMars,
    permission: 'correctMembers',
    fits: () => true,
    dialog: CorrectGender,
    place: 'menu',
  },
  {
    name: () => msg`Make the export of their data`,
    icon: Download,
    permission: 'serveDataRights',
    fits: isOpen,
    dialog: MakeExport,
    place: 'menu',
  },
  {
    name: ({ hold }) => (hold ? msg`Release the legal hold` : msg`Legal hold`),
    icon: Scale,
    permission: 'holdMembers',
    fits: () => true,
    dialog: LegalHold,
    place: 'menu',
  },
  {
    name: () => msg`Restrict the member`,
    icon: Ban,
    permission: 'restrictMembers',
    fits: ({ state }) => state === 'active' || state === 'suspended',
    dialog: RestrictMember,
    place: 'menu',
    danger: true,
  },
  {
    name: () => msg`Erase the member`,
    icon: Trash2,
    permission: 'serveDataRights',
    fits: (file) => isOpen(file) && file.hold === null,
    dialog: EraseMember,
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
  const ofDialog = (dialog: FileAction['dialog']) => offered.find((one) => one.dialog === dialog)
  const credits = ofDialog(GrantCredits)
  const restrict = ofDialog(RestrictMember)
  useShortcut('c', t`Grant credits`, () => setChosen(credits ?? null), credits !== undefined)
  useShortcut('s', t`Restrict the member`, () => setChosen(restrict ?? null), restrict !== undefined)
  useShortcut('m', t`More actions`, openMenu, inMenu.length > 0)
  const Chosen = chosen?.dialog
  return (
    <>
      {offered
        .filter(({ place }) => place === 'button')
        .map((one, index) => (
          <Button
            key={one.permission}
            size="sm"
            variant={index === 0 && !isOpen(file) ? 'pri' : 'sec'}
            onClick={() => setChosen(one)}
          >
            {i18n._(one.name(file))}
          </Button>
        ))}
      {inMenu.length > 0 && (
        <span ref={more}>
          <Button size="sm" variant="sec" aria-haspopup="menu" onClick={openMenu}>
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
                  key={one.name(file).id}
                  icon={one.icon}
                  danger={one.danger ?? false}
                  onClick={choose(() => setChosen(one))}
                >
                  {i18n._(one.name(file))}
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
