import { expect, it } from 'vitest'
import { toHex, waveformOf } from './recorder.ts'

it('says how loud each part of a recording is, the loudest being 255', () => {
  expect(waveformOf(Float32Array.from([0.1, -0.2, 0.4, 0.1, 0, 0]), 3)).toEqual([128, 255, 0])
  expect(waveformOf(new Float32Array(1000))).toEqual(Array.from({ length: 64 }, () => 0))
  expect(waveformOf(Float32Array.from([0.5]))).toEqual([255])
  expect(toHex([0, 255, 128, 7])).toBe('00ff8007')
})
