/** Records which statements of a file a test runs, so that a fault is only tried with tests that reach it. */

/**
 * @typedef {{ start: number, end: number }} Range
 * @param {string} source
 * @param {any} program its ESTree, with the positions of `source`
 * @param {string} name the prefix of this file's marks
 * @returns {string} the source in which each statement of a function first adds its mark to `globalThis.reachedByTest`
 */
export function withMarks(source, program, name) {
  const opened = markedRanges(program).map(({ start, end, kind }, n) => {
    const mark = `globalThis.reachedByTest?.add(${JSON.stringify(markOf(name, n))})`
    const [before, after] = {
      statement: [`;${mark};`, ''],
      expression: [`(${mark}, `, ')'],
      branch: [`{${mark};`, '}'],
    }[kind]
    return { start, end, before: before ?? '', after: after ?? '' }
  })
  // Outer ranges come before inner ones. At the same position, the innermost range is closed first, and all ranges are
  // closed before the next one opens.
  const insertions = [
    ...opened.toReversed().map(({ end, after }) => ({ at: end, text: after })),
    ...opened.map(({ start, before }) => ({ at: start, text: before })),
  ].toSorted((a, b) => a.at - b.at)
  let code = ''
  let at = 0
  for (const insertion of insertions) {
    code += source.slice(at, insertion.at) + insertion.text
    at = insertion.at
  }
  return code + source.slice(at)
}

/**
 * The marks of which a test sets at least one when it runs the code at `offset`: the mark of the innermost statement
 * there, or all marks of the file for code that runs when the file is loaded.
 * @param {any} program
 * @param {string} name
 * @param {number} offset
 * @returns {string[]}
 */
export function marksAt(program, name, offset) {
  const ranges = markedRanges(program)
  const around = ranges.flatMap(({ start, end }, n) => (start <= offset && offset <= end ? [{ start, n }] : []))
  const innermost = around.toSorted((a, b) => b.start - a.start || b.n - a.n)[0]
  return innermost === undefined ? ranges.map((_range, n) => markOf(name, n)) : [markOf(name, innermost.n)]
}

/** @param {string} name @param {number} n */
const markOf = (name, n) => `${name}:${n}`

/**
 * @param {any} program
 * @returns {(Range & { kind: 'statement' | 'expression' | 'branch' })[]} statements of blocks, expression bodies of
 *   arrow functions, and branches without braces
 */
function markedRanges(program) {
  /** @type {(Range & { kind: 'statement' | 'expression' | 'branch' })[]} */
  const found = []
  const isBare = (/** @type {any} */ branch) => branch && branch.type !== 'BlockStatement'
  const add = (/** @type {any} */ { start, end }, /** @type {'statement' | 'expression' | 'branch'} */ kind) =>
    void found.push({ start, end, kind })
  /** @param {any} node @returns {void} */
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node.type !== 'string') return
    if (node.type === 'BlockStatement') for (const one of node.body) add(one, 'statement')
    if (node.type === 'SwitchCase') for (const one of node.consequent) add(one, 'statement')
    if (node.type === 'IfStatement')
      for (const branch of [node.consequent, node.alternate]) if (isBare(branch)) add(branch, 'branch')
    if (/^(For|While|DoWhile)/.test(node.type) && isBare(node.body)) add(node.body, 'branch')
    if (node.type === 'ArrowFunctionExpression' && isBare(node.body)) add(node.body, 'expression')
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child)
  }
  visit(program.body)
  return found
}
