import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styles from './tabs.module.css'

export interface TabItem {
  readonly id: string
  readonly label: ReactNode
  readonly content: ReactNode
}

/**
 * Tabs with panels; arrow keys, Home and End select the tabs. Written here because React Aria's look for something to
 * focus in a panel as soon as it is rendered, which makes a slow phone lay out a long list in the task that rendered it.
 * A panel therefore has to contain something to focus.
 */
export const Tabs = ({
  label,
  items,
  selected,
  onSelect,
  action,
}: {
  readonly label: string
  readonly items: readonly TabItem[]
  readonly selected: string
  readonly onSelect: (id: string) => void
  /** A button at the end of the row, for all tabs. */
  readonly action?: ReactNode
}) => {
  const prefix = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const at = items.findIndex(({ id }) => id === selected)
    const last = items.length - 1
    const to = { ArrowRight: at < last ? at + 1 : 0, ArrowLeft: at > 0 ? at - 1 : last, Home: 0, End: last }[event.key]
    const item = to === undefined ? undefined : items[to]
    if (!item || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onSelect(item.id)
    document.getElementById(`${prefix}tab-${item.id}`)?.focus()
  }
  return (
    <>
      <div className={styles.row}>
        <div role="tablist" aria-label={label} className={styles.list}>
          {items.map(({ id, label: words }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${prefix}tab-${id}`}
              aria-selected={id === selected}
              aria-controls={id === selected ? `${prefix}panel-${id}` : undefined}
              tabIndex={id === selected ? 0 : -1}
              className={styles.tab}
              onKeyDown={onKeyDown}
              onClick={() => onSelect(id)}
            >
              {words}
            </button>
          ))}
        </div>
        {action}
      </div>
      {items
        .filter(({ id }) => id === selected)
        .map(({ id, content }) => (
          <div
            key={id}
            role="tabpanel"
            id={`${prefix}panel-${id}`}
            aria-labelledby={`${prefix}tab-${id}`}
            className={styles.panel}
          >
            {content}
          </div>
        ))}
    </>
  )
}
