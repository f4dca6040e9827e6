import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface DialogProps {
  readonly open: boolean
  readonly onClose?: () => void
  readonly title: ReactNode
  readonly intro?: ReactNode
  /** A large round icon above the title; it centres the header. */
  readonly icon?: LucideIcon
  /** URL of a picture that replaces the icon. */
  readonly picture?: string | null
  readonly tone?: 'pri' | 'bad'
  /** `full` fills a phone's screen; only for the most important moment. */
  readonly width?: 'md' | 'wide' | 'full'
  /** False for a question that must be answered: no close button, and Escape and the backdrop do nothing. */
  readonly dismissable?: boolean
  readonly children?: ReactNode
}
