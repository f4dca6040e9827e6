import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'

/** A form that posts to its own page; with `itself`, the page submits it once when its script runs. */
export const SelfSubmittingForm = ({
  itself,
  className,
  children,
}: {
  readonly itself: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}) => {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  useEffect(() => {
    if (!itself || sent.current || !form.current) return
    sent.current = true
    void submit(form.current)
  }, [itself, submit])
  return (
    <Form method="post" ref={form} className={className}>
      {children}
    </Form>
  )
}
