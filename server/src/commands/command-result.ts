import type { Page } from '#platform/database/page.ts'

/** The lines a command prints, and whether it succeeded. */
export interface CommandResult {
  readonly ok: boolean
  readonly lines: readonly string[]
}

/** What a terminal obeys instead of showing: control characters other than line breaks and tabs, and changes of direction. */
const obeyed = /(?![\n\t])\p{Cc}|[\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A text as it can be printed: what members wrote must not move the cursor, hide a line or set the clipboard. */
export const printable = (text: string): string =>
  text.replace(obeyed, (sign) => {
    const code = sign.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCodePoint(0x2400 + code)
    return code === 0x7f ? '\u2421' : `\\u${code.toString(16).padStart(4, '0')}`
  })

/** Prints the lines. The process will exit with 1 if one of its commands failed. */
export function report({ ok, lines }: CommandResult): void {
  for (const line of lines) (ok ? console.log : console.error)(printable(line))
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
