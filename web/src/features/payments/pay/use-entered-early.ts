import { type RefObject, useLayoutEffect } from 'react'
import { type ChosenMethod, methodKey, type PaymentFields } from './payment-methods.tsx'

/**
 * Reads what was entered and chosen in a form of the server's document before the page's script ran, which React would
 * overwrite.
 */
export const useEnteredEarly = (
  form: RefObject<HTMLFormElement | null>,
  methods: readonly ChosenMethod[],
  onEntered: (entered: PaymentFields) => void,
): void =>
  useLayoutEffect(() => {
    if (!form.current) return
    const given = new FormData(form.current)
    const text = (name: string) => String(given.get(name) ?? '')
    const chosen = methods.find((method) => methodKey(method) === given.get('method')) ?? methods[0]
    if (chosen)
      onEntered({ method: chosen, firstName: text('firstName'), lastName: text('lastName'), keep: given.has('keep') })
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page's script takes the form over
  }, [])
