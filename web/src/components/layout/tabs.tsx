import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'
import styles from './tabs.module.css'

export interface TabItem {
  readonly id: string
  readonly label: ReactNode
  readonly content: ReactNode
}

/** Tabs with panels; arrow keys move between the tabs. */
export const Tabs = ({
  label,
  items,
  selected,
  onSelect,
}: {
  readonly label: string
  readonly items: readonly TabItem[]
  readonly selected?: string
  readonly onSelect?: (id: string) => void
}) => (
  <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect?.(String(key))}>
    <TabList aria-label={label} className={styles.list!}>
      {items.map((item) => (
        <Tab key={item.id} id={item.id} className={styles.tab!}>
          {item.label}
        </Tab>
      ))}
    </TabList>
    {items.map((item) => (
      <TabPanel key={item.id} id={item.id} className={styles.panel!}>
        {item.content}
      </TabPanel>
    ))}
  </AriaTabs>
)
