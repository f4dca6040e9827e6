import fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { type CsvRow, sendCsv } from './csv.ts'

const app = fastify()
afterAll(() => app.close())
const rowsOf: Record<string, () => AsyncIterable<CsvRow> | Iterable<CsvRow>> = {
  words: () => [['=1+1', '+1', '-1', '@x', '\tx', 'a,"b"\nc', '＝1', null]],
  amounts: () => [[{ minor: -1250, currency: 'EUR' }, { minor: 5, currency: 'JPY' }, -3, 0, '', '', '', '']],
  async *broken() {
    yield ['first']
    throw new Error('the database is away')
  },
}
app.get<{ Params: { of: string } }>('/:of', async ({ params }, reply) =>
  sendCsv(reply, 'file.csv', { header: ['=a', ...'bcdefgh'], rows: rowsOf[params.of]!() }),
)
const body = async (of: string) =>
  (await app.inject(`/${of}`)).body.replace('\u{FEFF}', '').split('\n').slice(1).join('\n')

it('what a spreadsheet would calculate is marked as text, amounts are not', async () => {
  expect(await body('words')).toBe(`'=1+1,'+1,'-1,'@x,'\tx,"a,""b""\nc",'＝1,\n`)
  expect(await body('amounts')).toBe('-12.50,5,-3,0,,,,\n')
})

it('marks the names of columns as well', async () => {
  expect((await app.inject('/amounts')).body.split('\n')[0]).toBe("\u{FEFF}'=a,b,c,d,e,f,g,h")
})

it('says that it is UTF-8, in the header and at the beginning', async () => {
  const { headers, rawPayload } = await app.inject('/amounts')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect([...rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})

it('a file whose rows end with a fault is not taken for a whole one', async () => {
  await expect(app.inject('/broken')).rejects.toThrow()
})
