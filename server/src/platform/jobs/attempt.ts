/** How often a run was tried. */
export interface Attempt {
  readonly attempt: number
  /** If it fails, it is not tried again. */
  readonly last: boolean
  /** What it was added with, for one that is added again. */
  readonly added?: { readonly key?: string; readonly maxAttempts: number }
}
