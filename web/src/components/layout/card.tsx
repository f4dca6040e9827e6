import type { HTMLAttributes } from 'react'
import styles from './card.module.css'
import { classNames } from '#styles/class-names.ts'

export interface CardProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'div' | 'section' | 'article' | 'figure' | 'li'
  /** `flat` has no shadow, `flush` no padding. */
  readonly kind?: 'raised' | 'flat' | 'flush'
}

/** A box with a background of its own. */
export const Card = ({ as: Tag = 'div', kind = 'raised', className, ...rest }: CardProps) => (
  <Tag {...rest} className={classNames(styles.card, kind !== 'raised' && styles[kind], className)} />
)
