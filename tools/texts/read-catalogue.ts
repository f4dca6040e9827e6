import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * What the files of the catalogues begin with (`lingui.config.ts`): those of the pages about the member's account, of
 * those that links lead to, of all others, and of emails, card form and the server's plain pages. A language and `.po`
 * follow.
 */
export const cataloguePrefixes = [
  'web/src/i18n/account-',
  'web/src/i18n/link-',
  'web/src/i18n/',
  'server/src/i18n/',
] as const
export type CataloguePrefix = (typeof cataloguePrefixes)[number]

const unquote = (block: string) =>
  block
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.replace(/^msg(id|str) /, '')) as string)
    .join('')

/** The texts of a catalogue by what names them. */
export function readCatalogue(prefix: CataloguePrefix, locale: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, `${prefix}${locale}.po`), 'utf8')
  const found = [...text.matchAll(/^(msgid (?:".*"\n)+)(msgstr (?:".*"\n?)+)/gm)].map(
    ([, id, words]) => [unquote(id!), unquote(words!)] as const,
  )
  return new Map(found.filter(([id]) => id !== ''))
}
