import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#styles/class-names.ts'
import { Icon } from '../marks/icon.tsx'
import styles from './note.module.css'

export interface NoteProps {
  readonly tone?: 'info' | 'ok' | 'warn' | 'bad' | 'pri'
  readonly icon?: LucideIcon
  /** `alert` for a new error, `status` for other updates; neither for text that is there from the start. */
  readonly role?: 'alert' | 'status'
  readonly children: ReactNode
}

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert, pri: Info }

/** A highlighted sentence, by colour, icon and text. */
export const Note = ({ tone = 'info', icon, role, children }: NoteProps) => (
  <div className={classNames(styles.note, styles[tone])} role={role}>
    <Icon of={icon ?? icons[tone]} />
    <span>{children}</span>
  </div>
)
