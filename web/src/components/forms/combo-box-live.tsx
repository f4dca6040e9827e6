import { Trans } from '@lingui/react/macro'
import { MapPin, Search } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import type { ComboBoxProps, ComboOption } from './combo-box-props.ts'
import styles from './combo-box.module.css'
import { FieldMessage, inputFrame } from './field.tsx'
import fieldStyles from './field.module.css'
import { Icon } from '../marks/icon.tsx'

interface Found {
  readonly options: readonly ComboOption[]
  /** Of the last search. */
  readonly state: 'searching' | 'found' | 'failed'
}

const useOptions = (text: string, minLength: number, search: ComboBoxProps['search']): Found => {
  const [found, setFound] = useState<Found>({ options: [], state: 'searching' })
  const find = useEffectEvent(search)
  useEffect(() => {
    if (text.trim().length < minLength) {
      setFound({ options: [], state: 'searching' })
      return
    }
    const aborter = new AbortController()
    // The list keeps its options until there are others; after a failure the next keystroke searches again.
    const show = (change: Partial<Found>) => {
      if (!aborter.signal.aborted) setFound((before) => ({ ...before, ...change }))
    }
    const timer = setTimeout(() => {
      show({ state: 'searching' })
      find(text.trim(), aborter.signal).then(
        (options) => show({ options, state: 'found' }),
        // The list says so.
        () => show({ state: 'failed' }),
      )
    }, 150)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [text, minLength])
  return found
}

/** The place of the cursor in the plain field that this one replaces, which loses its focus; null without focus. */
const cursorIn = (id: string | undefined): number | null => {
  const field = document.activeElement
  return field instanceof HTMLInputElement && field.id === id ? (field.selectionStart ?? field.value.length) : null
}

const ComboBoxLive = ({
  id,
  name,
  label,
  optional,
  hint,
  error,
  value,
  onChange,
  onChoose,
  search,
  minLength = 1,
  empty,
}: ComboBoxProps) => {
  const { options, state } = useOptions(value, minLength, search)
  const input = useRef<HTMLInputElement>(null)
  const [cursor] = useState(() => cursorIn(id))
  // Without this, a visitor who types while the script loads would lose the letters that follow.
  useLayoutEffect(() => {
    if (cursor === null) return
    input.current?.focus()
    input.current?.setSelectionRange(cursor, cursor)
  }, [cursor])
  return (
    <AriaComboBox
      className={fieldStyles.field!}
      items={options}
      inputValue={value}
      onInputChange={onChange}
      allowsCustomValue
      allowsEmptyCollection={value.trim().length >= minLength}
      isInvalid={Boolean(error)}
      menuTrigger="input"
      onSelectionChange={(key) => {
        const chosen = options.find((option) => option.id === key)
        if (chosen) onChoose?.(chosen)
      }}
    >
      <Label className={fieldStyles.label!}>
        {label}
        {optional && <span className={fieldStyles.optional}> {optional}</span>}
      </Label>
      <span className={inputFrame({ error })}>
        <Icon of={Search} />
        <Input ref={input} id={id} name={name} autoComplete="off" />
      </span>
      {error && (
        <Text slot="errorMessage">
          <FieldMessage>{error}</FieldMessage>
        </Text>
      )}
      {hint && (
        <Text slot="description" elementType="p" className={fieldStyles.hint!}>
          {hint}
        </Text>
      )}
      <Popover className={styles.popover!} offset={6}>
        <ListBox<ComboOption>
          className={styles.list!}
          renderEmptyState={() => (
            <p className={styles.empty}>
              {state === 'found' && empty}
              {state === 'searching' && '…'}
              {state === 'failed' && <Trans>That didn’t work. Try again in a moment.</Trans>}
            </p>
          )}
        >
          {(option) => (
            <ListBoxItem className={styles.option!} id={option.id} textValue={option.text ?? option.name}>
              <Icon of={MapPin} size={18} />
              <span className={styles.name}>
                {option.name} {option.detail && <span className={styles.detail}>{option.detail}</span>}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}

export default ComboBoxLive
