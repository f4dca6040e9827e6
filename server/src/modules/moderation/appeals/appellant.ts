/** Who may appeal: a member, or who sent a notice without an account, against what was decided about it. */
export type Appellant = { readonly brandId: string } & ({ readonly memberId: string } | { readonly reportId: string })
