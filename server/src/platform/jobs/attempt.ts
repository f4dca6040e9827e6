/** How often a run was tried. */
export interface Attempt {
  readonly attempt: number
  /** If it fails, it is not tried again. */
  readonly last: boolean
}
