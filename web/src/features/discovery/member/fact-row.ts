import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** A row of the facts: its sign, its name, and what it says. */
export type FactRow = (props: {
  readonly icon: LucideIcon
  readonly name: ReactNode
  readonly children: ReactNode
}) => ReactNode
