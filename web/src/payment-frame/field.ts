import type { FieldName } from './protocol.ts'
import { caretIn, digitsOf } from './typed-digits.ts'

/** One input of the form with its validation and message. */
export interface CardField {
  readonly name: FieldName
  readonly input: HTMLInputElement
  /** Key of the error text, or null. */
  fault(): string | null
  /** Shows the error, if any, and returns whether there is one. */
  show(): boolean
  clear(): void
}

export interface FieldRules {
  readonly name: FieldName
  readonly fault: (text: string) => string | null
  /** Formats the typed text; the second argument is the previous text. */
  readonly format: (text: string, before: string) => string
  /** The text once the field is left. */
  readonly complete?: (text: string) => string
  /** Key of the text that confirms a valid value. */
  readonly praise?: string
  /** Whether the text is wrong however it continues. */
  readonly wrongAlready?: (text: string) => boolean
}

/** Binds rules to the document's input of that name. */
export function bindField(rules: FieldRules, texts: Readonly<Record<string, string>>, onChange: () => void): CardField {
  const input = element(rules.name, HTMLInputElement)
  const box = element(`${rules.name}-box`, HTMLElement)
  const message = element(`${rules.name}-message`, HTMLElement)
  let before = input.value

  const fault = () => rules.fault(input.value)
  const showMessage = (key: string | null) => {
    const praise = key === null && rules.praise !== undefined && fault() === null ? rules.praise : null
    message.textContent = texts[key ?? praise ?? ''] ?? ''
    message.classList.toggle('good', praise !== null)
    box.classList.toggle('wrong', key !== null)
    if (key === null) input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
  }
  const show = () => {
    const key = fault()
    showMessage(key)
    return key !== null
  }
  const rewrite = (isForward = false) => {
    const at = input.selectionStart ?? input.value.length
    const inside = at < input.value.length
    const digitsBehind = digitsOf(input.value.slice(at)).length
    const formatted = rules.format(input.value, before)
    if (formatted !== input.value) {
      input.value = formatted
      if (inside) {
        const caret = caretIn(formatted, digitsBehind, isForward)
        input.setSelectionRange(caret, caret)
      }
    }
    before = formatted
  }
  const entered = (isForward = false) => {
    rewrite(isForward)
    showMessage(rules.wrongAlready?.(input.value) ? fault() : null)
    onChange()
  }

  input.addEventListener('input', (event) => {
    // Rewriting the text would break off what an input method is composing; its end is an event of its own.
    if (event instanceof InputEvent && event.isComposing) return
    entered(event instanceof InputEvent && event.inputType.startsWith('delete') && event.inputType.endsWith('Forward'))
  })
  input.addEventListener('compositionend', () => entered())
  // Some programs that fill in forms report only this.
  input.addEventListener('change', () => {
    if (input.value !== before) entered()
  })
  // Leaving a field empty is not a mistake yet.
  input.addEventListener('blur', () => {
    if (input.value === '') return
    const complete = rules.complete?.(input.value) ?? input.value
    if (complete !== input.value) input.value = before = complete
    show()
    onChange()
  })
  const clear = () => {
    input.value = ''
    before = ''
    showMessage(null)
    onChange()
  }
  return { name: rules.name, input, fault, show, clear }
}

function element<E extends HTMLElement>(id: string, kind: { new (): E; readonly prototype: E }): E {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the card frame has no #${id}`)
  return found
}
