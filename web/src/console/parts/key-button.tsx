import type { ComponentProps } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Keys } from './kbd.tsx'

/** A button of the page with a key of its own, which the help sheet and the palette list as well. */
export const KeyButton = ({
  keys,
  name,
  onPress,
  disabled = false,
  ...look
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'children' | 'name'> & {
  readonly keys: string
  readonly name: string
  readonly onPress: () => void
}) => {
  useShortcut(keys, name, onPress, !disabled && !look.busy)
  return (
    <Button {...look} disabled={disabled} {...(!keys.includes(' ') && { 'aria-keyshortcuts': keys })} onClick={onPress}>
      {name}{' '}
      <span aria-hidden>
        <Keys of={keys} />
      </span>
    </Button>
  )
}
