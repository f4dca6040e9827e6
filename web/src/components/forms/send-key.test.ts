import { expect, it } from 'vitest'
import { isSendKey } from './send-key.ts'

const key = ({ isComposing = false, keyCode = 13, ...more }: Record<string, unknown> = {}) =>
  ({
    key: 'Enter',
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    ...more,
    nativeEvent: { isComposing, keyCode },
  }) as Parameters<typeof isSendKey>[0]

it.each([
  ['Enter', {}, true, false],
  ['Shift+Enter', { shiftKey: true }, false, false],
  ['Ctrl+Enter', { ctrlKey: true }, true, true],
  ['Cmd+Enter', { metaKey: true }, true, true],
  ['another key', { key: 'a', keyCode: 65 }, false, false],
  ['Enter that ends a composed word', { isComposing: true }, false, false],
  ['the same in Safari', { keyCode: 229 }, false, false],
  ['the same with Ctrl', { keyCode: 229, ctrlKey: true }, false, false],
  ['a key of an input method', { key: 'Process', keyCode: 229 }, false, false],
] as const)('%s', (_what, pressed, withKeys, onScreen) => {
  expect([isSendKey(key(pressed), false), isSendKey(key(pressed), true)]).toEqual([withKeys, onScreen])
})
