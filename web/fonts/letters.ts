const ascii = Array.from({ length: 0x7f - 0x20 }, (_, n) => String.fromCharCode(0x20 + n)).join('')

/**
 * What a page of ours is written with in any of its languages; a test compares it with the catalogues and the brands. Somebody's
 * name may hold more: a browser fetches the whole face for a page that does.
 */
export const letters = `${ascii}\u00a0ÀÁÂÇÈÉÊÌÍÎÑÒÓÔÙÚÛàáâçèéêëìíîïñòóôùúûüœ¿¡«»‘’“”…–—·€°×−©←→`

/** The same as CSS writes it. */
export const lettersRange = [...letters]
  .map((letter) => letter.codePointAt(0) ?? 0)
  .sort((a, b) => a - b)
  .reduce<[number, number][]>((ranges, code) => {
    const last = ranges.at(-1)
    if (last && code <= last[1] + 1) last[1] = code
    else ranges.push([code, code])
    return ranges
  }, [])
  .map(([from, to]) => `U+${from.toString(16)}${to === from ? '' : `-${to.toString(16)}`}`)
  .join(',')
