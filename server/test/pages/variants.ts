/** `npm test -- full`: every brand and language on every page, where some of them are enough otherwise. */
export const isFull = process.env['TEST_FULL'] !== undefined
