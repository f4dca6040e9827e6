/** The state of the archive of the member's own data. */
export const dataExportKey = ['data-export'] as const
