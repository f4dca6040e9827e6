import { toPlainText } from 'react-email'

/** What a formatter of html-to-text gets; the package has no types. */
interface Element {
  readonly children: readonly object[]
}
interface Builder {
  openBlock(options: { readonly leadingLineBreaks: number }): void
  closeBlock(options: { readonly trailingLineBreaks: number }): void
  addInline(text: string): void
}
type Walk = (children: Element['children'], builder: Builder) => void

/** Of a row of a name and its value, which plain text has on one line. */
export const factClass = 'fact'
export const factNameClass = 'fact-name'
export const factValueClass = 'fact-value'

/** An email's HTML as plain text. */
export const plainText = (html: string): string =>
  toPlainText(html, {
    formatters: {
      fact(row: Element, walk: Walk, builder: Builder) {
        builder.openBlock({ leadingLineBreaks: 1 })
        walk(row.children, builder)
        builder.closeBlock({ trailingLineBreaks: 1 })
      },
      name(cell: Element, walk: Walk, builder: Builder) {
        walk(cell.children, builder)
        builder.addInline(': ')
      },
    },
    selectors: [
      { selector: `table.${factClass}`, format: 'fact' },
      { selector: `td.${factNameClass}`, format: 'name' },
      { selector: `td.${factValueClass}`, format: 'inline' },
    ],
  })
