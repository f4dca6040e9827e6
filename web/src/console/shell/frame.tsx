import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown, CircleUserRound, Keyboard, LogOut, Menu, Search, Store } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { Icon } from '#components/marks/icon.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { classNames } from '#styles/class-names.ts'
import { api } from '#console/base/api.ts'
import { pages } from './pages.tsx'
import { Kbd } from '#console/parts/kbd.tsx'
import { allBrands, brandsWith, useMe } from '#console/base/me.tsx'
import { roleName } from '#console/base/roles.ts'
import styles from './shell.module.css'
import { StaleNotice } from './stale-notice.tsx'
import { SignOutQuestion, UnsavedNotice } from './unsaved-notice.tsx'
import { useUnsaved } from '#console/base/use-unsaved.ts'
import { usePageAddress } from '#console/base/saved-views.ts'
import { useCommandKey, useShortcut } from '#console/base/shortcuts.tsx'

const Palette = lazy(() => import('./palette.tsx'))
const Help = lazy(() => import('./help.tsx'))

/** Where one is: the brand and the page of the address. */
function usePlace() {
  const [, brand = allBrands, page = ''] = useLocation().pathname.split('/')
  const { brands } = useMe()
  const isBrand = brand === allBrands || brands.some(({ key }) => key === brand)
  return isBrand ? { brand, page } : { brand: brands.length === 1 ? brands[0]!.key : allBrands, page: brand }
}

/** The side menu and the page beside it; on a narrow screen the menu opens over the page. */
export const Frame = () => {
  const [isOpen, setOpen] = useState(false)
  const [overlay, setOverlay] = useState<'palette' | 'help' | null>(null)
  const { t } = useLingui()
  const me = useMe()
  const place = usePlace()
  const navigate = useNavigate()
  useShortcut('?', t`Keys`, () => setOverlay('help'))
  useShortcut('/', t`Search and commands`, () => setOverlay('palette'), true, 'move')
  useShortcut('g c', t`My account`, () => navigate('/account'))
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        <Trans>Skip to the content</Trans>
      </a>
      <PaletteKey onOpen={() => setOverlay('palette')} />
      {pages.map((page) => (
        <PageKey key={page.path} page={page} brand={place.brand} />
      ))}
      <header className={styles.bar}>
        <IconButton icon={Menu} label={t`Menu`} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
        <b>Incontro</b>
        <IconButton icon={Search} label={t`Search and commands`} onClick={() => setOverlay('palette')} />
      </header>
      <aside className={classNames(styles.side, isOpen && styles.open)}>
        <div className={styles.logo}>
          <Mark /> Incontro
        </div>
        <button type="button" className={styles.find} onClick={() => setOverlay('palette')}>
          <Icon of={Search} size={16} />
          <span>
            <Trans>Search</Trans>
          </span>
          <Kbd>/</Kbd>
        </button>
        {me.brands.length > 1 && <BrandChoice />}
        <nav aria-label={t`Console`}>
          {pages
            .filter(({ permission }) => brandsWith(me, permission).length > 0)
            .map((page) => (
              <NavLink key={page.path} page={page} isHere={place.page === page.path} onFollow={() => setOpen(false)} />
            ))}
        </nav>
        <Person isHere={place.page === 'account'} onHelp={() => setOverlay('help')} onFollow={() => setOpen(false)} />
      </aside>
      {isOpen && <button type="button" className={styles.shade} aria-label={t`Close`} onClick={() => setOpen(false)} />}
      <div className={styles.page}>
        <StaleNotice />
        <UnsavedNotice />
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {overlay === 'palette' && <Palette brand={place.brand} onClose={() => setOverlay(null)} />}
        {overlay === 'help' && <Help onClose={() => setOverlay(null)} />}
      </Suspense>
    </div>
  )
}

/** Ctrl or Command with K opens the palette from anywhere, also from a field. */
const PaletteKey = ({ onOpen }: { onOpen: () => void }) => {
  const { t } = useLingui()
  useCommandKey('k', t`Search and commands`, onOpen)
  return null
}

const PageKey = ({ page, brand }: { page: (typeof pages)[number]; brand: string }) => {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const addressOf = usePageAddress()
  const isAllowed = brandsWith(useMe(), page.permission).length > 0
  useShortcut(`g ${page.key}`, i18n._(page.title), () => navigate(addressOf(brand, page.path)), isAllowed)
  return null
}

const none = () => 0

const NavLink = ({
  page,
  isHere,
  onFollow,
}: {
  page: (typeof pages)[number]
  isHere: boolean
  onFollow: () => void
}) => {
  const { i18n } = useLingui()
  const { brand } = usePlace()
  const addressOf = usePageAddress()
  const count = (page.useCount ?? none)()
  return (
    <Link
      className={styles.item}
      to={addressOf(brand, page.path)}
      aria-current={isHere ? 'page' : undefined}
      onClick={onFollow}
    >
      <Icon of={page.icon} size={20} />
      <span>{i18n._(page.title)}</span>
      {count > 0 && <span className={styles.count}>{count}</span>}
    </Link>
  )
}

const BrandChoice = () => {
  const { t } = useLingui()
  const me = useMe()
  const { brand, page } = usePlace()
  const addressOf = usePageAddress()
  const navigate = useNavigate()
  return (
    <span className={styles.brand}>
      <Icon of={Store} size={18} />
      <select
        aria-label={t`Brand`}
        value={brand}
        onChange={(event) => navigate(addressOf(event.target.value, page === 'account' ? '' : page))}
      >
        <option value={allBrands}>{t`All brands`}</option>
        {me.brands.map(({ key, title }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size={16} />
    </span>
  )
}

const Person = ({ isHere, onHelp, onFollow }: { isHere: boolean; onHelp: () => void; onFollow: () => void }) => {
  const { t, i18n } = useLingui()
  const me = useMe()
  const unsaved = useUnsaved()
  const [isAsked, setAsked] = useState(false)
  const signOut = useMutation({
    mutationFn: () => api('DELETE /admin/api/session', {}),
    // A new document: nothing of a member stays in this one's memory.
    onSuccess() {
      unsaved.forget()
      location.assign('/')
    },
  })
  const roles = [...new Set(me.roles.map(({ role }) => role))]
  return (
    <div className={styles.person}>
      <Link className={styles.who} to="/account" aria-current={isHere ? 'page' : undefined} onClick={onFollow}>
        <span className={styles.face}>
          <Icon of={CircleUserRound} size={20} />
        </span>
        <span className={styles.names}>
          <b>{me.name}</b>
          <span>{roles.map((role) => i18n._(roleName[role])).join(', ')}</span>
        </span>
      </Link>
      <span className={styles.tools}>
        <IconButton icon={Keyboard} label={t`Keys`} onClick={onHelp} />
        <IconButton
          icon={LogOut}
          label={t`Sign out`}
          onClick={() => (unsaved.isAny() ? setAsked(true) : signOut.mutate())}
        />
      </span>
      {isAsked && (
        <SignOutQuestion
          places={unsaved.places}
          onClose={() => setAsked(false)}
          onSignOut={() => {
            setAsked(false)
            signOut.mutate()
          }}
        />
      )}
    </div>
  )
}

const Mark = () => (
  <svg viewBox="0 0 40 40" width="28" height="28" aria-hidden="true">
    <path d="M3.5 20A16.5 16.5 0 0 1 20 3.5V20z" fill="var(--primary)" />
    <path d="M36.5 20A16.5 16.5 0 0 1 20 36.5V20z" fill="var(--primary)" />
    <circle cx="29" cy="11" r="6.5" fill="var(--accent)" />
    <circle cx="11" cy="29" r="6.5" fill="var(--text)" />
  </svg>
)
