import type { FieldName } from './protocol.ts'

/** One input of the form with its message and what it takes for right. */
export interface CardField {
  readonly name: FieldName
  readonly input: HTMLInputElement
  /** Key of the text that says what is wrong, or null. */
  fault(): string | null
  /** Shows the fault, if there is one, and says whether there is. */
  show(): boolean
  clear(): void
}

export interface FieldRules {
  readonly name: FieldName
  readonly fault: (text: string) => string | null
  /** Rewrites what was typed; the second argument is what stood there before. */
  readonly format: (text: string, before: string) => string
  /** Where the caret goes after rewriting; without it, to the end. */
  readonly caret?: (formatted: string, typedBeforeCaret: string) => number
  /** Key of the text that says that it is right. */
  readonly praise?: string
  /** Wrong beyond repair while still being typed. */
  readonly wrongAlready?: (text: string) => boolean
}

/** Binds rules to the input of that name, which the page came with. */
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
  // Leaving an empty field is no mistake yet.
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
