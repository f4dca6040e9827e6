import { mastercardMark, visaMark, wordMark } from '../marks.ts'

/** The marks of the networks, of which the script shows the number's. */
export const brandMarks = [
  visaMark('visa'),
  mastercardMark('mastercard'),
  wordMark('AMEX', '#0b6bb0', 'amex'),
  wordMark('Diners', '#004a87', 'diners'),
  wordMark('Discover', '#a84300', 'discover'),
  wordMark('JCB', '#0f5b2c', 'jcb'),
].join('')
