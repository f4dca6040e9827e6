import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * The paths of the catalogues (`lingui.config.ts`) without the language and `.po`: those of the groups of
 * `web/page-texts/folders.ts`, all other pages, and the emails, the card form and the server's plain pages.
 */
export const cataloguePrefixes = [
  'web/src/i18n/console-',
  'web/src/i18n/account-',
  'web/src/i18n/link-',
  'web/src/i18n/visitor-',
  'web/src/i18n/dialog-',
  'web/src/i18n/',
  'server/src/i18n/',
] as const
export type CataloguePrefix = (typeof cataloguePrefixes)[number]

const unquote = (block: string) =>
  block
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.replace(/^msg(ctxt|id|str) /, '')) as string)
    .join('')

/** The name of a text here and in `npm run texts`: its English, or its id, and its context if it has one. */
export const nameOf = (text: string, context: string | undefined): string =>
  context === undefined ? text : `${text} [${context}]`

/** The texts of a catalogue by name. */
export function readCatalogue(prefix: CataloguePrefix, locale: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, `${prefix}${locale}.po`), 'utf8')
  const found = [...text.matchAll(/^(msgctxt (?:".*"\n)+)?(msgid (?:".*"\n)+)(msgstr (?:".*"\n?)+)/gm)].map(
    ([, context, id, words]) => [nameOf(unquote(id!), context && unquote(context)), unquote(words!)] as const,
  )
  return new Map(found.filter(([id]) => id !== ''))
}
