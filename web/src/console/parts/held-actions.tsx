import type { Undo } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useToast } from '#components/feedback/toast.tsx'
import { api } from '#console/base/api.ts'
import { problemText } from '#console/base/problem-text.ts'
import { heldNames } from './held-names.ts'
import { UndoBar } from './undo-bar.tsx'

/** What is done with an action: it is carried out in some seconds, or was at once. */
export type OnDone = (undo: Undo | null) => void

/**
 * What was done to a member and can still be taken back, as bars of the page, the last one with the key.
 * @returns the bars, and what to call when something was done
 */
export function useHeldActions({
  brand,
  memberId,
  onChange,
}: {
  readonly brand: string
  readonly memberId: string
  /** Something was carried out: what is shown is read again. */
  readonly onChange: () => void
}): { readonly bars: ReactNode; readonly done: OnDone } {
  const [held, setHeld] = useState<readonly Undo[]>([])
  const forget = (one: Undo) => setHeld((all) => all.filter((other) => other !== one))
  return {
    done: (undo) => (undo === null ? onChange() : setHeld((all) => [...all, undo])),
    bars: held.map((one) => (
      <Held
        key={`${one.what} ${one.until}`}
        brand={brand}
        memberId={memberId}
        undo={one}
        onUndone={() => forget(one)}
        onOver={() => {
          forget(one)
          onChange()
        }}
      />
    )),
  }
}

const Held = ({
  brand,
  memberId,
  undo: { what, until },
  onUndone,
  onOver,
}: {
  readonly brand: string
  readonly memberId: string
  readonly undo: Undo
  readonly onUndone: () => void
  readonly onOver: () => void
}) => {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const undo = useMutation({
    mutationFn: () =>
      api('POST /admin/api/:brand/members/:id/undo', { params: { brand, id: memberId }, body: { what } }),
    onSuccess: () => {
      toast({ text: t`Taken back. The member learns nothing of it.` })
      onUndone()
    },
    onError: (error) => toast({ text: i18n._(problemText(error)) }),
  })
  const [action = ''] = what.split(' ')
  const name = heldNames[action]
  return (
    <UndoBar
      until={until}
      done={
        <>
          {name && <b>{i18n._(name)}. </b>}
          <Trans>It takes effect in a few seconds.</Trans>
        </>
      }
      help={t`Take the last action back`}
      onUndo={() => undo.mutate()}
      onOver={onOver}
      // By then it is carried out.
      graceMs={1500}
    />
  )
}
