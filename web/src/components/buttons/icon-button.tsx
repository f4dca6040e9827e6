import type { LucideIcon } from 'lucide-react'
import { type ButtonHTMLAttributes, type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { classNames } from '#styles/class-names.ts'
import { Icon, type IconProps } from '../marks/icon.tsx'
import styles from './icon-button.module.css'

interface Look {
  readonly icon: LucideIcon
  readonly size?: IconProps['size']
  readonly filled?: boolean
  /** The action in words: the accessible name, and the tooltip on desktop. */
  readonly label: string
  readonly variant?: 'plain' | 'outline' | 'solid'
}

const className = (variant: Look['variant'] = 'plain', extra?: string) =>
  classNames(styles.iconButton, variant !== 'plain' && styles[variant], extra)

/** Escape hides the tooltip without moving the focus (WCAG 1.4.13). */
const useTip = (label: string) => {
  const [dismissed, setDismissed] = useState(false)
  return {
    tip: (
      <span className={styles.tip} data-dismissed={dismissed || undefined} aria-hidden>
        {label}
      </span>
    ),
    listen: {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') setDismissed(true)
      },
      onBlur: () => setDismissed(false),
      onPointerLeave: () => setDismissed(false),
    },
  }
}

export interface IconButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {}

/** A round button with only an icon. */
export const IconButton = ({
  icon,
  size,
  filled,
  label,
  variant,
  className: extra,
  type = 'button',
  ...rest
}: IconButtonProps) => {
  const { tip, listen } = useTip(label)
  return (
    <button {...listen} {...rest} type={type} aria-label={label} className={className(variant, extra)}>
      <Icon of={icon} size={size} filled={filled} />
      {tip}
    </button>
  )
}

/** As `IconButton`, but a link. */
export const IconLink = ({ icon, size, filled, label, variant, href }: Look & { readonly href: string }) => {
  const { tip, listen } = useTip(label)
  return (
    <Link {...listen} to={href} aria-label={label} className={className(variant)}>
      <Icon of={icon} size={size} filled={filled} />
      {tip}
    </Link>
  )
}
