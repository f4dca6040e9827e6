import type { HookCode } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { lazyDialog } from '#components/dialogs/lazy-dialog.ts'

const RegionDialog = lazyDialog(() => import('../find/region-dialog.tsx'))

/** Opens the choice of the place where one looks, for a deck without a search beside it. */
export const ChangePlace = ({ onHook }: { readonly onHook: (hook: HookCode) => void }) => {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="sec" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Trans>Change area</Trans>
      </Button>
      <Suspense fallback={null}>
        {open && (
          <RegionDialog
            onClose={close}
            onHook={(hook) => {
              close()
              onHook(hook)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
