import MarkdownIt from 'markdown-it'

// Raw HTML is shown as text; markdown-it itself removes javascript:, vbscript:, file: and data: links.
const renderer = new MarkdownIt({ html: false, linkify: false, typographer: false })

/** Turns a `{#anchor}` at the end of a heading into its id. */
renderer.core.ruler.push('heading_anchor', (state) => {
  state.tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return
    const inline = state.tokens[index + 1]
    const last = inline?.children?.at(-1)
    const [whole, anchor] = /\s*\{#([A-Za-z][\w-]*)\}$/.exec(last?.content ?? '') ?? []
    if (!last || whole === undefined || anchor === undefined) return
    last.content = last.content.slice(0, -whole.length)
    token.attrSet('id', anchor)
  })
})

/** Separates the page's `# heading`, its title, from the rest; the title is empty if there is none. */
export function splitTitle(source: string): { readonly title: string; readonly body: string } {
  const [, title = '', body = source] = /^\s*# (.+)\n([\s\S]*)$/.exec(source) ?? []
  return { title: title.trim(), body }
}

/** Renders Markdown to safe HTML. */
export const renderMarkdown = (body: string): string => renderer.render(body)
