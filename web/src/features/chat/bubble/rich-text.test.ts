import { expect, it } from 'vitest'
import { parseRichText } from './rich-text.ts'

const element = (tag: string, children: unknown[], href?: string) => ({ tag, href, children })

it('reads the tags of limited rich text', () => {
  expect(
    parseRichText('<p><strong>Ciao</strong> a te<br>e</p>\n<ul>\n<li><a href="/find">qui</a> &amp; lì</li>\n</ul>'),
  ).toEqual([
    element('p', [element('strong', ['Ciao']), ' a te', element('br', []), 'e']),
    element('ul', [element('li', [element('a', ['qui'], '/find'), ' & lì'])]),
  ])
})

it.each([
  ['<script>alert(1)</script>', ['<script>alert(1)</script>']],
  ['<p onclick="x()">a</p>', ['<p onclick="x()">a']],
  ['<a href="https://x.example">a</a>', ['<a href="https://x.example">a']],
  ['<a href="//x.example">a</a>', ['<a href="//x.example">a']],
  ['<a href="/\\x.example">a</a>', ['<a href="/\\x.example">a']],
  ['<a href="javascript:x()">a</a>', ['<a href="javascript:x()">a']],
  ['<img src=x onerror=y>', ['<img src=x onerror=y>']],
  ['&lt;p&gt; &amp;lt;', ['<p> &lt;']],
])('shows %s as text', (source, expected) => {
  expect(parseRichText(source)).toEqual(expected)
})

it('closes what was left open, and ignores what closes nothing', () => {
  expect(parseRichText('</em><p><em>a</p>b')).toEqual([element('p', [element('em', ['a'])]), 'b'])
})
