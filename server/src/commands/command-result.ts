/** What a command prints, a line each, and whether it did what it was asked for. */
export interface CommandResult {
  readonly ok: boolean
  readonly lines: readonly string[]
}

/** Nothing was done; the lines say what to change. */
export const refused = (...lines: string[]): CommandResult => ({ ok: false, lines })
