// Fills translations into the catalogues, so that several people can add theirs without editing the same lines by hand:
//   node dev/translate.mjs FILE.json      { "Italian source": { "es": "…", "fr": "…", "en": "…" } }
//   node dev/translate.mjs --missing      prints what is still missing, as such a file
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../src/i18n')
const languages = ['es', 'fr', 'en']
const unquote = (block) =>
  block
    .split('\n')
    .map((line) => JSON.parse(line.trim().replace(/^msg(id|str|ctxt) /, '')))
    .join('')
const entry = /^msgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/gm

const argument = process.argv[2]
if (argument === '--missing') {
  const missing = {}
  for (const language of languages) {
    for (const [, id, text] of readFileSync(join(folder, `${language}.po`), 'utf8').matchAll(entry)) {
      const source = unquote(id.trim())
      if (source !== '' && unquote(text.trim()) === '') (missing[source] ??= {})[language] = ''
    }
  }
  process.stdout.write(`${JSON.stringify(missing, null, 2)}\n`)
} else {
  const given = JSON.parse(readFileSync(argument, 'utf8'))
  for (const language of languages) {
    const path = join(folder, `${language}.po`)
    let filled = 0
    const text = readFileSync(path, 'utf8').replace(entry, (whole, id) => {
      const translation = given[unquote(id.trim())]?.[language]
      if (!translation) return whole
      filled += 1
      return `msgid ${id.trim()}\nmsgstr ${JSON.stringify(translation)}\n`
    })
    writeFileSync(path, text)
    process.stdout.write(`${language}: ${filled}\n`)
  }
}
