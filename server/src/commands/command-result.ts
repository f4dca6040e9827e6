import type { Page } from '../platform/page.ts'

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

/** The last line of a list: how many rows were shown, and how to see the next ones. */
export function countLine({ rows, more }: Page<{ readonly id: string }>, what: string): string {
  const last = rows.at(-1)
  return more && last ? `${rows.length} ${what}, and there are more: --after ${last.id}` : `${rows.length} ${what}`
}

/** Nothing was changed; the lines say what to correct. */
export const refused = (...lines: string[]): CommandResult => ({ ok: false, lines })

/** Who refused something does not decide about the appeal. */
export const refusedBySame = (by: string, what: string, whose: string): string =>
  `${by} has refused this ${what}, and its ${whose} was promised another person for the appeal: let a colleague run this, or name with --by who has looked at it.`
