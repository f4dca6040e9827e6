/**
 * @typedef {import('./mutants.mjs').Mutant} Mutant
 */

/** Keywords that end a condition. */
const ends = new Set(
  'and or order group having limit offset returning on union for then else end window join left inner cross set values as'.split(
    ' ',
  ),
)
/** @type {Readonly<Record<string, string>>} */
const moved = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
/** @type {Readonly<Record<string, string>>} */
const other = { desc: 'asc', asc: 'desc', least: 'greatest', greatest: 'least', min: 'max', max: 'min' }

/** @param {string} text @returns {boolean} */
export const isSql = (text) => /^[\s(]*(with|select|insert into|update|delete from|and|exists|not exists)\b/i.test(text)

/**
 * The faults that can be planted in a piece of SQL, one at a time: a condition that is always true (written so that its
 * parameters stay), a comparison off by one, an order reversed or without its tie-breaker.
 * @param {string} source
 * @param {number} start where the SQL begins in it
 * @param {number} end
 * @param {readonly { start: number, end: number }[]} holes the `${}` expressions in it, which are not SQL
 * @returns {Mutant[]}
 */
export function sqlMutantsOf(source, start, end, holes) {
  const tokens = tokensOf(masked(source, start, end, holes))
  /** @type {Mutant[]} */
  const mutants = []
  tokens.forEach((token, at) => {
    const from = start + token.at
    const to = from + token.text.length
    if (moved[token.text]) mutants.push({ start: from, end: to, text: moved[token.text] ?? '' })
    if (other[token.text]) mutants.push({ start: from, end: to, text: other[token.text] ?? '' })
    // The first “and” after “between” belongs to it.
    const isBetween =
      token.text === 'and' &&
      tokens.slice(0, at).findLast(({ text }) => text === 'and' || text === 'between')?.text === 'between'
    if ((token.text === 'where' || token.text === 'and' || token.text === 'on') && !isBetween && tokens[at + 1]) {
      const last = endOf(tokens, at + 1)
      // Skips “on conflict” and a keyword at the end of the piece.
      if (last < at + 1 || tokens[at + 1]?.text === 'conflict') return
      const first = tokens[at + 1]
      const final = tokens[last]
      if (!first || !final) return
      const [a, b] = [start + first.at, start + final.at + final.text.length]
      mutants.push({ start: a, end: b, text: `((${source.slice(a, b)}) or true)` })
    }
    if (token.text === 'order' && tokens[at + 1]?.text === 'by') {
      const last = endOf(tokens, at + 2)
      const comma = tokens.findLastIndex(
        ({ text, depth }, n) => n > at && n <= last && text === ',' && depth === token.depth,
      )
      const final = tokens[last]
      if (comma > 0 && final)
        mutants.push({ start: start + (tokens[comma]?.at ?? 0), end: start + final.at + final.text.length, text: '' })
    }
  })
  return mutants.map((mutant) => ({ ...mutant, kind: 'query' }))
}

/**
 * The SQL without comments and with holes and quoted texts replaced by words; all positions stay the same.
 * @param {string} source @param {number} start @param {number} end @param {readonly { start: number, end: number }[]} holes
 */
function masked(source, start, end, holes) {
  let text = source.slice(start, end)
  for (const hole of holes) {
    const [a, b] = [hole.start - start, hole.end - start]
    text = text.slice(0, a) + 'x'.repeat(b - a) + text.slice(b)
  }
  return text
    .replace(/'(?:[^']|'')*'/g, (quoted) => 'x'.repeat(quoted.length))
    .replace(/--.*$/gm, (comment) => ' '.repeat(comment.length))
}

/** @typedef {{ text: string, at: number, depth: number }} Token @param {string} sql @returns {Token[]} in lower case */
function tokensOf(sql) {
  let depth = 0
  return [...sql.matchAll(/[\w.$"]+|<=|>=|<>|!=|->>?|=>|@>|<@|\|\||&&|::|[^\s\w]/g)].map(({ 0: text, index }) => {
    if (text === ')' || text === ']') depth -= 1
    const token = { text: text.toLowerCase(), at: index, depth }
    if (text === '(' || text === '[') depth += 1
    return token
  })
}

/**
 * The index of the last token of the condition that begins at `at`.
 * @param {Token[]} tokens
 * @param {number} at
 * @returns {number}
 */
function endOf(tokens, at) {
  const depth = tokens[at]?.depth ?? 0
  let [inCase, inBetween] = [0, false]
  for (let next = at; next < tokens.length; next += 1) {
    const token = tokens[next]
    if (!token) break
    if (token.depth < depth) return next - 1
    if (token.depth > depth) continue
    if (token.text === 'between') inBetween = true
    else if (inBetween && token.text === 'and') inBetween = false
    else if (token.text === 'case') inCase += 1
    else if (inCase > 0) {
      if (token.text === 'end') inCase -= 1
    } else if (ends.has(token.text) || token.text === ';' || (token.text === ',' && tokens[at - 1]?.text !== 'by'))
      return next - 1
  }
  return tokens.length - 1
}
