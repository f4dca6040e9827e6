import { useEffect, useLayoutEffect, useRef } from 'react'

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What a member did before the page's script ran. */
interface EarlyInput {
  /** What was typed or chosen: the text, or whether a box is ticked. */
  readonly fields: Map<FormField, string | boolean>
  /** The last button pressed. */
  button?: HTMLElement | null
  press?: Event
  /** The last form sent. */
  form?: HTMLFormElement
  submitter?: HTMLElement | null
  /** Stops recording. */
  stop(): void
}

declare global {
  interface Window {
    earlyInput?: EarlyInput
  }
}

/**
 * Runs in the head of a page that the server rendered, and records what is typed, pressed and sent before the script of
 * the page is loaded. Forms with an address are left out, since they work without script; the browser would send any
 * other to the page itself, and what it holds would be lost. It is part of the document only.
 */
export const noteEarlyInput = !import.meta.env.SSR
  ? ''
  : `(() => {
  const needsScript = (form) => !form || !form.hasAttribute('action')
  const notes = {
    click(event) {
      early.press = event
      early.button = event.target.closest?.('button[type=button]')
    },
    input({ target: field }) {
      if ('value' in field && field.type !== 'file' && needsScript(field.form))
        early.fields.set(field, /^(?:checkbox|radio)$/.test(field.type) ? field.checked : field.value)
    },
    submit(event) {
      if (!needsScript(event.target)) return
      event.preventDefault()
      early.form = event.target
      early.submitter = event.submitter
    },
  }
  const early = (window.earlyInput = {
    fields: new Map(),
    stop() {
      for (const name in notes) removeEventListener(name, notes[name], true)
    },
  })
  for (const name in notes) addEventListener(name, notes[name], true)
})()`

const isTickable = (field: FormField): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

/**
 * Gives a field what was typed into it, with the event by which React hears of it. React takes what it finds in a field
 * for known, and would put its own value back at the next render.
 */
function enter(field: FormField, entered: string | boolean): void {
  if (isTickable(field)) {
    // Through React's own setter the box is known to be the other way round, so that the click is a change.
    field.checked = entered !== true
    // Of radio buttons only the chosen one was an input.
    field.click()
    return
  }
  const isChoice = field instanceof HTMLSelectElement
  const place = !isChoice && field === document.activeElement ? field.selectionStart : null
  // As above: known to be empty, then filled behind React's back.
  if (!isChoice) field.value = ''
  Reflect.set(Object.getPrototypeOf(field), 'value', entered, field)
  if (!isChoice && place !== null) field.setSelectionRange(place, place)
  field.dispatchEvent(new Event(isChoice ? 'change' : 'input', { bubbles: true }))
}

/** Repeats what was typed, pressed and sent early once the page is interactive. */
export const useEarlyInput = (): void => {
  const early = useRef<EarlyInput>(undefined)
  useLayoutEffect(() => {
    const { earlyInput } = window
    if (!earlyInput) return
    delete window.earlyInput
    // From here on the page hears everything itself: recorded as well, a press would count twice.
    earlyInput.stop()
    // The press that started the script still reaches its button by itself.
    if (earlyInput.press === window.event) delete earlyInput.button
    early.current = earlyInput
  }, [])
  useEffect(() => {
    const done = early.current
    if (!done) return
    early.current = undefined
    // Not in the task that hydrated the page: React cannot hydrate a part for an event in the middle of its own work.
    setTimeout(() => {
      for (const [field, entered] of done.fields) if (field.isConnected) enter(field, entered)
      // Once the page has rendered what was typed.
      setTimeout(() => {
        if (done.button?.isConnected) done.button.click()
        if (done.form?.isConnected) done.form.requestSubmit(done.submitter?.isConnected ? done.submitter : undefined)
      })
    })
  }, [])
}
