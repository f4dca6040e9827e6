import { useQueryClient } from '@tanstack/react-query'
import { type Attributes, type ComponentType, createElement, type ReactElement } from 'react'
import { createStore, perClient, type Store } from '../store/store.ts'

interface Closable {
  readonly onClose: () => void
}

export interface Dialogs extends Pick<Store<ReactElement | null>, 'read' | 'subscribe'> {
  /**
   * Opens a dialog in place of the one that is open.
   * @param onClosed is called when the member closes it, but not when they leave its page
   */
  readonly open: <Props extends Closable>(
    Dialog: ComponentType<Props>,
    props: Omit<Props, 'onClose'>,
    onClosed?: () => void,
  ) => void
  /** Takes away the dialog of a page that was left. */
  readonly leave: () => void
}

export const createDialogs = (): Dialogs => {
  const { read, write, subscribe } = createStore<ReactElement | null>(null)
  let opened = 0
  return {
    read,
    subscribe,
    open<Props extends Closable>(Dialog: ComponentType<Props>, props: Omit<Props, 'onClose'>, onClosed?: () => void) {
      opened += 1
      const key = String(opened)
      const onClose = () => {
        // A dialog that was replaced, or that closes twice.
        if (read()?.key !== key) return
        write(() => null)
        onClosed?.()
      }
      // The dialog's own props are all but `onClose`.
      const all = { ...props, onClose, key } as unknown as Props & Attributes
      write(() => createElement(Dialog, all))
    },
    leave: () => write(() => null),
  }
}

/** The dialogs that any page of a member opens: one at a time, which `DialogHost` renders. */
export const dialogsOf = perClient(createDialogs)

/** Opens a dialog: `const openDialog = useOpenDialog(); openDialog(HookDialog, { hook })`. */
export const useOpenDialog = (): Dialogs['open'] => dialogsOf(useQueryClient()).open
