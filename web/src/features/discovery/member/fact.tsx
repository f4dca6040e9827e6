import type { ReactNode } from 'react'
import { Icon, type IconProps } from '#components/marks/icon.tsx'

/** A row of the facts: its sign, its name, and what it says. */
export const Fact = ({ icon, name, children }: { icon: IconProps['of']; name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>
      <Icon of={icon} />
      {name}
    </dt>
    <dd>{children}</dd>
  </div>
)
