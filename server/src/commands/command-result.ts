/** The lines a command prints, and whether it succeeded. */
export interface CommandResult {
  readonly ok: boolean
  readonly lines: readonly string[]
}

/** Nothing was changed; the lines say what to correct. */
export const refused = (...lines: string[]): CommandResult => ({ ok: false, lines })
