/**
 * The commands of a section of a document, one a line, in order: those of its blocks of shell.
 * @param {string} markdown @param {string} title
 */
export function commandsOf(markdown, title) {
  const section = sectionOf(markdown, title)
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
}

/** @param {string} markdown @param {string} title */
export function sectionOf(markdown, title) {
  const start = markdown.indexOf(`## ${title}\n`)
  if (start === -1) throw new Error(`the document has no section “${title}”`)
  const rest = markdown.slice(start + 3)
  const end = rest.search(/^## /m)
  return end === -1 ? rest : rest.slice(0, end)
}
