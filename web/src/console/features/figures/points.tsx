import { Plural } from '@lingui/react/macro'

/** A difference of two shares, in points of a hundred. */
export const Points = ({ of: value }: { readonly of: number }) => (
  <Plural value={value} one="# point" other="# points" />
)
