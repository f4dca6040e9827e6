const ascii = Array.from({ length: 0x7f - 0x20 }, (_, n) => String.fromCharCode(0x20 + n)).join('')

/**
 * All letters of our own texts in every language; a test compares them with the catalogues and the brands. Members'
 * names may contain others: a page with one of those loads the full font.
 */
export const letters = `${ascii}\u00a0ÀÁÂÇÈÉÊÌÍÎÑÒÓÔÙÚÛàáâçèéêëìíîïñòóôùúûüœ¿¡«»‘’“”…–—·€°º×−©←→`

/** As a CSS `unicode-range`. */
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
