import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import styles from './emoji-picker.module.css'
import { emojiGroups } from './emoji.ts'

/** Emoji above the field, a group at a time; the arrow keys move between them and Esc leads back to the field. */
const EmojiPicker = ({
  onPick,
  onClose,
}: {
  readonly onPick: (sign: string) => void
  readonly onClose: () => void
}) => {
  const { t, i18n } = useLingui()
  const [open, setOpen] = useState(0)
  const grid = useRef<HTMLDivElement>(null)
  const focusSign = (index: number) => grid.current?.querySelectorAll('button')[index]?.focus()
  useEffect(() => focusSign(0), [])
  const { signs, name } = emojiGroups[open]!

  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  const move = (event: KeyboardEvent) => {
    leave(event)
    const all = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    // The number of emoji in the first row.
    const across = all.findIndex(({ offsetTop }) => offsetTop > (all[0]?.offsetTop ?? 0))
    const line = across === -1 ? all.length : across
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: line, ArrowUp: -line }[event.key]
    if (step === undefined) return
    event.preventDefault()
    all[at + step]?.focus()
  }
  return (
    <div className={styles.picker} role="group" aria-label={t`Emoji`}>
      <div className={styles.groups} role="toolbar" aria-label={t`Groups`} tabIndex={-1} onKeyDown={leave}>
        {emojiGroups.map((group, index) => (
          <button
            key={group.signs[0]}
            type="button"
            aria-label={i18n._(group.name)}
            aria-pressed={index === open}
            onClick={() => setOpen(index)}
          >
            <span aria-hidden>{group.signs[0]}</span>
          </button>
        ))}
      </div>
      <div className={styles.signs} ref={grid} role="toolbar" aria-label={i18n._(name)} tabIndex={-1} onKeyDown={move}>
        {signs.map((sign, index) => (
          <button key={sign} type="button" tabIndex={index === 0 ? 0 : -1} onClick={() => onPick(sign)}>
            {sign}
          </button>
        ))}
      </div>
    </div>
  )
}

export default EmojiPicker
