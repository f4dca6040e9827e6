/** The word as strokes, so that it does not depend on a font. Letters are 10 wide, 14 high. */
const letters = [
  'M9 2.5Q7 0 4.8 0 1 0 1 3.4 1 6.400 5 7 9 7.600 9 10.600 9 14 5 14 2 14 .6 11.500',
  'M0 14 5 0 10 14M1.800 9H8.200',
  'M0 14V0L5 8 10 0V14',
  'M1 14V0H5.500Q9.500 0 9.500 3.800 9.500 7.600 5.500 7.600H1',
  'M1 0V14H9',
  'M9 0H1V14H9M1 6.800H7.500',
] as const

/** “SAMPLE”, upright along the right edge as in the design's portraits, readable on light and dark. */
export function sampleMark(x: number, y: number): string {
  const strokes = letters.map((path, at) => `<path transform="translate(${at * 17 - 48} 0)" d="${path}"/>`).join('')
  const word = (colour: string, width: number, opacity: number): string =>
    `<g fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round">${strokes}</g>`
  return `<g transform="translate(${x} ${y}) rotate(90) scale(1.15)">${word('#201416', 5, 0.45)}${word('#ffffff', 2.2, 0.95)}</g>`
}
