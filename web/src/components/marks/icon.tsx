import type { LucideIcon } from 'lucide-react'

export interface IconProps {
  readonly of: LucideIcon
  /** 20 by default, 24 in menus, 16 beside small text. */
  readonly size?: 13 | 16 | 18 | 20 | 24 | 28
  /** Only for active states. */
  readonly filled?: boolean
  readonly className?: string
}

/** A decorative icon beside a text, hidden from screen readers. */
export const Icon = ({ of: Glyph, size = 20, filled = false, className }: IconProps) => (
  <Glyph
    size={size}
    strokeWidth={1.9}
    fill={filled ? 'currentColor' : 'none'}
    className={className}
    aria-hidden
    focusable="false"
  />
)
