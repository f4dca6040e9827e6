import type { FieldName } from './protocol.ts'

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
  /** The caret position after formatting; by default at the end. */
  readonly caret?: (formatted: string, typedBeforeCaret: string) => number
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
  const rewrite = () => {
    const at = input.selectionStart ?? input.value.length
    const inside = at < input.value.length
    const typedBeforeCaret = input.value.slice(0, at)
    const formatted = rules.format(input.value, before)
    if (formatted !== input.value) {
      input.value = formatted
      if (inside && rules.caret) {
        const caret = rules.caret(formatted, typedBeforeCaret)
        input.setSelectionRange(caret, caret)
      }
    }
    before = formatted
  }

  input.addEventListener('input', () => {
    rewrite()
    showMessage(rules.wrongAlready?.(input.value) ? fault() : null)
    onChange()
  })
  // Leaving a field empty is not a mistake yet.
  input.addEventListener('blur', () => {
    if (input.value !== '') show()
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
