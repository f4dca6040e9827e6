import { expect, it } from 'vitest'
import { createDialogs } from './dialogs.ts'

const One = (_props: { readonly name: string; readonly onClose: () => void }) => null
const Other = (_props: { readonly onClose: () => void }) => null

function opened() {
  const dialogs = createDialogs()
  const log: string[] = []
  const open = (name: string) => dialogs.open(One, { name }, () => log.push(`closed ${name}`))
  const shown = () => dialogs.read()?.props as { readonly name: string; readonly onClose: () => void } | undefined
  return { dialogs, log, open, shown }
}

it('a dialog is open with its props until it closes, and then says so once', () => {
  const { dialogs, log, open, shown } = opened()
  expect(dialogs.read()).toBeNull()
  open('one')
  expect([dialogs.read()?.type, shown()?.name, log]).toEqual([One, 'one', []])
  const { onClose } = shown()!
  onClose()
  onClose()
  expect([dialogs.read(), log]).toEqual([null, ['closed one']])
})

it('another dialog takes its place, and is a new one even if it is of the same kind', () => {
  const { dialogs, log, open, shown } = opened()
  open('one')
  const first = { key: dialogs.read()?.key, onClose: shown()!.onClose }
  open('two')
  expect(dialogs.read()?.key).not.toBe(first.key)
  // The first one is gone: it cannot close the second.
  first.onClose()
  expect([shown()?.name, log]).toEqual(['two', []])
  dialogs.open(Other, {})
  shown()!.onClose()
  expect([dialogs.read(), log]).toEqual([null, []])
})

it('a page that is left takes its dialog along, without a word', () => {
  const { dialogs, log, open } = opened()
  open('one')
  dialogs.leave()
  expect([dialogs.read(), log]).toEqual([null, []])
})
