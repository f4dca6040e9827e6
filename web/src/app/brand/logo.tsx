import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import styles from './logo.module.css'
import { useSite } from './site.ts'

/** The brand's word-mark in the colours of the theme. */
export const Logo = () => {
  const { brand, wordmarkBox } = useSite()
  const [width, height] = wordmarkBox.split(' ')
  return (
    <svg
      className={styles.logo}
      viewBox={`0 0 ${wordmarkBox}`}
      width={width}
      height={height}
      role="img"
      aria-label={brand.title}
    >
      <use href="#wordmark" />
    </svg>
  )
}

/** The word-mark as a link to the home page. */
export const HomeLink = ({ to = '/', reload = false }: { to?: string; reload?: boolean }) => {
  const { t } = useLingui()
  const { brand } = useSite()
  return (
    <Link to={to} reloadDocument={reload} className={styles.home} aria-label={t`${brand.title}, home page`}>
      <Logo />
    </Link>
  )
}
