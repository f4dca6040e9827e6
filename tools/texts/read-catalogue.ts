import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Where the catalogues are (`lingui.config.ts`): those of the pages, and those of emails, card form and the server's plain pages. */
export const catalogueFolders = ['web/src/i18n', 'server/src/i18n'] as const
export type CatalogueFolder = (typeof catalogueFolders)[number]

const unquote = (block: string) =>
  block
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.replace(/^msg(id|str) /, '')) as string)
    .join('')

/** The texts of a catalogue by what names them. */
export function readCatalogue(folder: CatalogueFolder, locale: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, folder, `${locale}.po`), 'utf8')
  const found = [...text.matchAll(/^(msgid (?:".*"\n)+)(msgstr (?:".*"\n?)+)/gm)].map(
    ([, id, words]) => [unquote(id!), unquote(words!)] as const,
  )
  return new Map(found.filter(([id]) => id !== ''))
}
