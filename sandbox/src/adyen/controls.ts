import { refusalByCode, refusalByHolderName } from './refusals.ts'
import { TEST_CARDS, type Behaviour } from './test-cards.ts'

/** Faults that the sandbox simulates. In memory: a restart clears them. */
export interface Controls {
  /** Delay before each payment call is processed, in milliseconds. */
  readonly delayMs: number
  /** How the next payment is refused: an outcome of our catalogue, Adyen's refusal code, or its test holder name. */
  readonly declineNext: string | null
  /** Accepts the next payment but answers too late. */
  readonly timeoutNext: boolean
  readonly duplicateWebhooks: boolean
  readonly reorderWebhooks: boolean
  readonly holdWebhooks: boolean
}

export const CALM: Controls = {
  delayMs: 0,
  declineNext: null,
  timeoutNext: false,
  duplicateWebhooks: false,
  reorderWebhooks: false,
  holdWebhooks: false,
}

export interface ControlPanel {
  current(): Controls
  change(wish: Partial<Controls>): Controls
  /** Returns and clears the decline set for the next payment. */
  takeDecline(): Behaviour | null
  takeTimeout(): boolean
}

/** `onChange` is called after every change, so that webhooks which are no longer held can be sent. */
export function createControls(onChange: (now: Controls) => void): ControlPanel {
  let controls = CALM
  const change = (wish: Partial<Controls>) => {
    controls = { ...controls, ...wish }
    onChange(controls)
    return controls
  }
  return {
    current: () => controls,
    change,
    takeDecline() {
      const wish = controls.declineNext
      if (wish === null) return null
      change({ declineNext: null })
      return declineBehaviour(wish)
    },
    takeTimeout() {
      const slow = controls.timeoutNext
      if (slow) change({ timeoutNext: false })
      return slow
    },
  }
}

/** Null when the text names no decline. */
export function declineBehaviour(wish: string): Behaviour | null {
  const refusal = refusalByHolderName(wish) ?? (/^\d+$/.test(wish) ? refusalByCode(Number(wish)) : undefined)
  if (refusal) return { kind: 'refuse', refusal: refusal.code }
  return TEST_CARDS.find((card) => card.outcome === wish && card.behaviour.kind !== 'approve')?.behaviour ?? null
}
