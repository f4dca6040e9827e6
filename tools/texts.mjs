import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './support/command.mjs'
import { Failure } from './support/failure.mjs'
import { ensureInstalled } from './support/install.mjs'
import { print } from './support/output.mjs'
import { root } from './support/paths.mjs'
import { runNode } from './support/run-node.mjs'

/*
 * The texts of the pages, the card form and the emails, in the catalogues that lingui.config.ts names:
 *   npm run texts                 collects them from the code; a new text has no translation yet
 *   npm run texts -- --missing    prints missing translations as { "English": { "it": "", "es": "", "fr": "" } }; a text
 *                                 with a context is named "English [context]"
 *   npm run texts -- FILE.json    adds the translations of such a file, so that the catalogues need no edits by hand
 */

const PREFIXES = [
  'web/src/i18n/',
  'web/src/i18n/account-',
  'web/src/i18n/console-',
  'web/src/i18n/dialog-',
  'web/src/i18n/link-',
  'web/src/i18n/visitor-',
  'server/src/i18n/',
]
/** English is in the code. */
const LANGUAGES = ['it', 'es', 'fr']
/** French puts a no-break space before ? ! : ; » and after «. */
const withFrenchSpaces = (/** @type {string} */ text) =>
  text.replace(/ (?=[?!:;»])/g, '\u00a0').replaceAll('« ', '«\u00a0')
const ENTRY = /^((?:msgctxt (?:".*"\n)+)?)msgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/gm

await runCommand(async () => {
  const [argument] = process.argv.slice(2)
  if (argument === '--missing') print(JSON.stringify(missing(), null, 2))
  else if (argument !== undefined) fillIn(argument)
  else {
    await ensureInstalled()
    return (await runNode(['node_modules/@lingui/cli/dist/lingui.js', 'extract', '--clean', '--overwrite'])).code
  }
  return 0
})

/** @returns {Record<string, Record<string, string>>} */
function missing() {
  /** @type {Record<string, Record<string, string>>} */
  const found = {}
  for (const { path, language } of catalogues()) {
    for (const [, context = '', id = '', text = ''] of readFileSync(path, 'utf8').matchAll(ENTRY)) {
      const name = nameOf(context, id)
      if (name !== '' && unquote(text) === '') (found[name] ??= {})[language] = ''
    }
  }
  return found
}

/** @param {string} file @throws {Failure} */
function fillIn(file) {
  if (!existsSync(file)) throw new Failure(`There is no file ${file}.`)
  /** @type {Record<string, Record<string, string>>} */
  const given = JSON.parse(readFileSync(file, 'utf8'))
  for (const { path, language } of catalogues()) {
    let filled = 0
    const text = readFileSync(path, 'utf8').replace(ENTRY, (whole, context, id, said) => {
      const translation = given[nameOf(context, id)]?.[language]
      // An existing translation stays, because the server's may differ from the pages'.
      if (!translation || unquote(said) !== '') return whole
      filled += 1
      const words = language === 'fr' ? withFrenchSpaces(translation) : translation
      return `${context}msgid ${id.trim()}\nmsgstr ${JSON.stringify(words)}\n`
    })
    writeFileSync(path, text)
    if (filled > 0) print(`${path}: ${filled}`)
  }
}

function catalogues() {
  return PREFIXES.flatMap((prefix) =>
    LANGUAGES.map((language) => ({ language, path: join(root, `${prefix}${language}.po`) })).filter(({ path }) =>
      existsSync(path),
    ),
  )
}

/** @param {string} context `msgctxt` and its quoted lines, or nothing @param {string} id its quoted lines */
function nameOf(context, id) {
  return context === '' ? unquote(id) : `${unquote(id)} [${unquote(context)}]`
}

/** @param {string} block the quoted lines of a catalogue entry */
function unquote(block) {
  return block
    .replace(/^msgctxt /, '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .join('')
}
