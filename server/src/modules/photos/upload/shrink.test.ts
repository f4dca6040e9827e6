import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { sandbox } from '#platform/process/sandbox.ts'
import { shrink, ShrinkKilled } from './shrink.ts'

const drawing = (inside: string, size = 90) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${inside}</svg>`)
const command = await sandbox()
const inSandbox = (script: string) => {
  const [program, ...args] = [...command, process.execPath, '-e', script]
  return promisify(execFile)(program!, args)
}

it('draws', async () => {
  const { width, height, format } = await sharp(
    await shrink(drawing('<rect width="90" height="60"/>'), 'drawing'),
  ).metadata()
  expect([width, height, format]).toEqual([1000, 1000, 'png'])
})

it('ends a drawing that takes too long', async () => {
  const blurs = '<feGaussianBlur stdDeviation="900"/><feTurbulence baseFrequency="0.9" numOctaves="9"/>'.repeat(20)
  const slow = drawing(
    `<defs><filter id="f" x="0" y="0" width="1" height="1">${blurs}</filter></defs><rect filter="url(#f)" width="7000" height="7000"/>`,
    7000,
  )
  await expect(shrink(slow, 'drawing', { longestMs: 1500 })).rejects.toThrow()
})

it.runIf(command.includes('prlimit'))(
  'ends one after two seconds of processor time, however small it is',
  async () => {
    const filter =
      '<filter id="f"><feGaussianBlur stdDeviation="3000"/><feMorphology operator="dilate" radius="3000"/></filter>'
    const slow = drawing(`${filter}<rect width="7000" height="7000" filter="url(#f)"/>`, 7000)
    expect(slow.length).toBeLessThan(400)
    await expect(shrink(slow, 'drawing')).rejects.toThrow(ShrinkKilled)
    await expect(shrink(Buffer.from('<svg'), 'drawing')).rejects.toThrow('the drawing cannot be rendered')
  },
  60_000,
)

it('decodes a large picture that has to be in memory whole', async () => {
  const raw = { width: 4000, height: 5000, channels: 3, background: '#8ab' } as const
  const jpeg = await sharp({ create: raw }).toColourspace('cmyk').jpeg({ progressive: true }).toBuffer()
  const { width, height, space } = await sharp(await shrink(jpeg, 'bitmap')).metadata()
  expect([width, height, space]).toEqual([800, 1000, 'srgb'])
}, 60_000)

it.runIf(command.includes('prlimit'))('has little memory', async () => {
  expect((await inSandbox('console.log(Buffer.alloc(100e6, 1).length)')).stdout).toBe('100000000\n')
  await expect(inSandbox('Buffer.alloc(900e6, 1)')).rejects.toThrow()
})

it.runIf(command.includes('--net'))('has no network', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connect = `require('node:net').connect(${port}, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(3))`
  await expect(inSandbox(connect)).rejects.toMatchObject({ code: 3 })
  server.close()
})

it.runIf(command.includes('setpriv'))('owns no file', async () => {
  expect((await inSandbox('console.log(process.getuid())')).stdout).toBe('65534\n')
})
