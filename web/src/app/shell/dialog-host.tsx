import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useStore } from '../store/store.ts'
import { dialogsOf } from './dialogs.ts'

/** Renders the dialog that a page has opened, outside anything of the page. */
export const DialogHost = () => {
  const dialogs = dialogsOf(useQueryClient())
  const dialog = useStore(dialogs)
  const { pathname } = useLocation()
  // Before the next page's effects, which may open one.
  useEffect(() => dialogs.leave, [dialogs, pathname])
  return <Suspense fallback={null}>{dialog}</Suspense>
}
