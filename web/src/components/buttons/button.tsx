import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'
import { classNames } from '#styles/class-names.ts'
import { Spinner } from '../marks/spinner.tsx'

export type ButtonVariant = 'pri' | 'sec' | 'soft' | 'ghost' | 'danger' | 'dangerOutline'
export interface ButtonLook {
  readonly variant?: ButtonVariant
  readonly size?: 'sm' | 'md' | 'lg'
  readonly block?: boolean
}

const look = ({ variant = 'pri', size = 'md', block = false }: ButtonLook, className?: string) =>
  classNames(styles.button, styles[variant], size !== 'md' && styles[size], block && styles.block, className)

export interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  /** While set, the button keeps its width, shows this text with a spinner and ignores clicks. */
  readonly busy?: ReactNode
}

/** A button. `type` defaults to "button". */
export const Button = ({
  variant,
  size,
  block,
  busy,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => {
  const working = busy !== undefined && busy !== null && busy !== false
  return (
    <button
      {...rest}
      type={type}
      className={look({ variant, size, block }, className)}
      aria-busy={working || undefined}
      aria-disabled={working || rest['aria-disabled']}
      onClick={working ? (event) => event.preventDefault() : onClick}
    >
      <span className={working ? styles.resting : styles.label} aria-hidden={working || undefined}>
        {children}
      </span>
      {working && (
        <span className={styles.busy}>
          <Spinner />
          {busy}
        </span>
      )}
    </button>
  )
}

export interface ButtonLinkProps extends ButtonLook {
  readonly href: string
  /** Loads the page fully instead of navigating within the app; required for other sites. */
  readonly reload?: boolean
  /** Opens it beside the page, which it does not learn of. */
  readonly newTab?: boolean
  readonly className?: string
  readonly children: ReactNode
  readonly 'aria-label'?: string
  readonly onClick?: () => void
}

/** A link that looks like a button. */
export const ButtonLink = ({
  variant,
  size,
  block,
  href,
  reload = false,
  newTab = false,
  className,
  ...rest
}: ButtonLinkProps) => (
  <Link
    {...rest}
    {...(newTab && { target: '_blank', rel: 'noreferrer' })}
    to={href}
    reloadDocument={reload}
    className={look({ variant, size, block }, className)}
  />
)
