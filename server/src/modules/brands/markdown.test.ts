import { describe, expect, it } from 'vitest'
import { renderMarkdown, splitTitle } from './markdown.ts'
import { fillPlaceholders } from './placeholders.ts'

const render = (source: string) => renderMarkdown(splitTitle(source).body)
const page = (source: string, company: string) =>
  render(fillPlaceholders(source, { values: { company }, parts: { sharedPool: false } }))

describe('Markdown of legal pages', () => {
  it('shows raw HTML as text and removes links that run script', () => {
    expect(render('# T\n<img src=x onerror=alert(1)>')).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>\n')
    expect(render('# T\n[a](javascript:alert(1))')).not.toContain('href')
  })

  it('gives a heading the id it names', () => {
    expect(render('# T\n## Prices {#billingPolicy}')).toBe('<h2 id="billingPolicy">Prices</h2>\n')
  })

  it('never lets a value of a brand become markup', () => {
    expect(page('# T\n{{company}}', '*Ciao* [x](y) <b> & {{company}}')).toBe(
      '<p>*Ciao* [x](y) &lt;b&gt; &amp; {{company}}</p>\n',
    )
    expect(page('# T\n[m](mailto:{{company}})', 'a_b@c.example')).toBe('<p><a href="mailto:a_b@c.example">m</a></p>\n')
  })

  it('drops a conditional part that is off', () => {
    expect(page('# T\na\n{{#sharedPool}}\nb\n{{/sharedPool}}\nc', '')).toBe('<p>a\nc</p>\n')
  })
})
