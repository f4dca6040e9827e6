import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { Keyboard, Menu, MenuItem, Text } from 'react-aria-components/Menu'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { useNavigate } from 'react-router'
import { Bookmark, CircleUserRound, type LucideIcon, Moon, Search, SquareChevronRight, Store, Sun } from 'lucide-react'
import { Icon } from '#components/marks/icon.tsx'
import { pages } from './pages.tsx'
import { useShortcuts } from '#console/base/shortcuts.tsx'
import { Keys } from '#console/parts/kbd.tsx'
import { allBrands, brandsWith, useMe } from '#console/base/me.tsx'
import { searchOf, usePageAddress, useSavedViews } from '#console/base/saved-views.ts'
import styles from './shell.module.css'
import { showTheme } from '#console/base/theme.ts'

interface Command {
  readonly id: string
  readonly name: string
  readonly icon: LucideIcon
  readonly keys?: string
  readonly run: () => void
}

/** Every page and command by typing a part of its name, with its keys; members and orders by what is typed. */
const Palette = ({ brand, onClose }: { brand: string; onClose: () => void }) => {
  const { t, i18n } = useLingui()
  const { contains } = useFilter({ sensitivity: 'base' })
  const [typed, setTyped] = useState('')
  const me = useMe()
  const navigate = useNavigate()
  const addressOf = usePageAddress()
  const { views = [] } = useSavedViews()
  // Those of the page below, as they were when the palette was opened.
  const allShortcuts = useShortcuts()
  const [shortcuts] = useState(allShortcuts)
  const mayOpen = (path: string): boolean =>
    pages.some((one) => one.path === path && brandsWith(me, one.permission).length > 0)
  const titleOf = (key: string) => me.brands.find((one) => one.key === key)?.title ?? key
  const wanted = typed.trim()
  const finds = [
    { page: 'members', search: 'q', name: t`Members: find “${wanted}”` },
    { page: 'orders', search: 'search', name: t`Orders: find “${wanted}”` },
  ]
  const commands: readonly Command[] = [
    ...shortcuts
      .filter(({ keys, kind }) => kind === 'act' && !keys.startsWith('g '))
      .map(({ keys, label, run }) => ({ id: `key ${keys}`, name: label, icon: SquareChevronRight, keys, run })),
    ...pages
      .filter(({ path }) => mayOpen(path))
      .map((page) => ({
        id: page.path,
        name: i18n._(page.title),
        icon: page.icon,
        keys: `g ${page.key}`,
        run: () => navigate(addressOf(brand, page.path)),
      })),
    ...views
      .filter((one) => brand === allBrands || one.brand === brand)
      .map((view) => ({
        id: `view ${view.id}`,
        name: [
          `${i18n._(pages.find(({ path }) => path === view.page)!.title)}: ${view.name}`,
          ...(brand === allBrands ? [titleOf(view.brand)] : []),
        ].join(' · '),
        icon: Bookmark,
        run: () => navigate(`/${brand}/${view.page}${searchOf(view)}`),
      })),
    { id: 'account', name: t`My account`, icon: CircleUserRound, keys: 'g c', run: () => navigate('/account') },
    ...me.brands.map(({ key, title }) => ({
      id: `brand ${key}`,
      name: t`Brand: ${title}`,
      icon: Store,
      run: () => navigate(`/${key}`),
    })),
    { id: 'light', name: t`Light colours`, icon: Sun, run: () => showTheme('light') },
    { id: 'dark', name: t`Dark colours`, icon: Moon, run: () => showTheme('dark') },
    ...finds
      .filter(({ page }) => wanted !== '' && mayOpen(page))
      .map(({ page, search, name }) => ({
        id: `find ${page}`,
        name,
        icon: Search,
        run: () => navigate(`/${brand}/${page}?${new URLSearchParams({ [search]: wanted }).toString()}`),
      })),
  ]
  return (
    <ModalOverlay className={styles.scrim!} isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className={styles.palette!}>
        <Dialog aria-label={t`Search and commands`}>
          <Autocomplete filter={contains} inputValue={typed} onInputChange={setTyped}>
            <SearchField aria-label={t`Search and commands`} autoFocus className={styles.typed!}>
              <Input placeholder={t`A page, a member, an order or a command`} />
            </SearchField>
            <Menu
              className={styles.commands!}
              aria-label={t`Commands`}
              renderEmptyState={() => <p className={styles.none}>{t`Nothing has this name`}</p>}
              onAction={(id) => {
                onClose()
                commands.find((one) => one.id === id)?.run()
              }}
            >
              {commands.map(({ id, name, icon, keys }) => (
                <MenuItem key={id} id={id} textValue={name} className={styles.command!}>
                  <Icon of={icon} size={18} /> <Text slot="label">{name}</Text>
                  {keys !== undefined && (
                    <Keyboard className={styles.shortcut}>
                      <Keys of={keys} />
                    </Keyboard>
                  )}
                </MenuItem>
              ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

export default Palette
