import { inflateSync } from 'node:zlib'

/**
 * The text of a PDF as a reader would copy it, with a space between pieces: maps each glyph through its font's table.
 * Supports fonts embedded with two bytes per glyph. @throws for a glyph without a letter
 */
export function pdfText(file: Buffer): string {
  const objects = new Map<string, { head: string; stream: string }>()
  const raw = file.toString('latin1')
  for (const [, id = '', body = ''] of raw.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj/gms)) {
    const at = body.indexOf('stream\n')
    const head = at < 0 ? body : body.slice(0, at)
    const packed = at < 0 ? '' : body.slice(at + 7, body.lastIndexOf('\nendstream'))
    const stream = head.includes('/FlateDecode')
      ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
      : packed
    objects.set(id, { head, stream })
  }
  const glyphs = new Map<string, Map<number, string>>()
  for (const { head } of objects.values())
    for (const [, name = '', font = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '')?.[1]
      if (map !== undefined) glyphs.set(name, lettersOf(objects.get(map)?.stream ?? ''))
    }
  const pieces: string[] = []
  let letters: Map<number, string> | undefined
  for (const { stream } of objects.values())
    for (const [, font, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (font !== undefined) letters = glyphs.get(font)
      else pieces.push([...(shown ?? '').matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => read(hex, letters)).join(''))
    }
  return pieces.join(' ')
}

const read = (hex: string, letters: Map<number, string> | undefined): string =>
  (hex.match(/.{4}/g) ?? [])
    .map((code) => {
      const letter = letters?.get(parseInt(code, 16))
      if (!letter) throw new Error(`glyph ${code} stands for no letter`)
      return letter
    })
    .join('')

/** Glyph numbers and their letters, from a map's `bfrange` lists. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[(.*?)\]/gs))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
      letters.set(parseInt(from, 16) + index, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
  return letters
}
