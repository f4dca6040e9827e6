export interface MediaDialogProps {
  readonly memberId: string
  readonly name: string
  readonly replyTo: number | undefined
  /** The member has not enough credits. */
  readonly onOut: () => void
  readonly onSent: () => void
  readonly onClose: () => void
}
