/** The lines a command prints, and whether it succeeded. */
export interface CommandResult {
  readonly ok: boolean
  readonly lines: readonly string[]
}

/** Prints the lines. The process will exit with 1 if one of its commands failed. */
export function report({ ok, lines }: CommandResult): void {
  for (const line of lines) (ok ? console.log : console.error)(line)
  if (!ok) process.exitCode = 1
}

/** Nothing was changed; the lines say what to correct. */
export const refused = (...lines: string[]): CommandResult => ({ ok: false, lines })
