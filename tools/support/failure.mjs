/**
 * A problem that the user can solve. Its message is a complete sentence, which is printed without a stack.
 */
export class Failure extends Error {
  /** @param {string} sentence @param {{ cause?: unknown }} [options] */
  constructor(sentence, options) {
    super(sentence, options)
    this.name = 'Failure'
  }
}

/**
 * Explains a file system error in a folder that the user chose.
 * @param {unknown} error @param {string} variable the name of the setting, for example DATA_DIR @param {string} folder
 * @returns {Failure | undefined} undefined for any other error
 */
export function folderFailure(error, variable, folder) {
  const { code, syscall } = /** @type {NodeJS.ErrnoException} */ (error)
  if (code === 'ENOENT' && syscall !== 'mkdir') return undefined
  const reason = {
    EACCES: `may not be written by this user`,
    EPERM: `may not be written by this user`,
    ENOENT: `cannot be made`,
    EROFS: `lies on a read-only disk`,
    ENOTDIR: `is not a folder`,
    EEXIST: `is not a folder`,
    ENOSPC: `lies on a disk that is full`,
    EDQUOT: `lies on a disk whose quota is used up`,
    ENAMETOOLONG: `has too long a name`,
  }[String(code)]
  return reason === undefined ? undefined : new Failure(`${variable}: ${folder} ${reason}.`, { cause: error })
}
