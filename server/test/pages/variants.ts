/** `npm test -- full`: every brand and language on every page, every provider in the table of faults, where some are enough otherwise. */
export const isFull = process.env['TEST_FULL'] !== undefined
