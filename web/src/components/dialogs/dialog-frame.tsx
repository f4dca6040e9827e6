import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { classNames } from '#styles/class-names.ts'
import type { DialogProps } from './dialog-props.ts'
import styles from './dialog.module.css'
import { Icon } from '../marks/icon.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { useSheetDrag } from './use-sheet-drag.ts'

const DialogFrame = ({
  open,
  onClose,
  title,
  intro,
  icon,
  picture,
  tone = 'pri',
  width = 'md',
  dismissable = true,
  children,
}: DialogProps) => {
  const { t } = useLingui()
  const panel = useRef<HTMLElement>(null)
  const drag = useSheetDrag(panel, dismissable ? onClose : undefined)
  // What had the focus may leave the dialog, such as a form that was sent.
  useEffect(() => {
    if (open && document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  })
  return (
    <ModalOverlay
      className={styles.scrim!}
      isOpen={open}
      isDismissable={dismissable}
      isKeyboardDismissDisabled={!dismissable}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose?.()
      }}
    >
      <Modal className={classNames(styles.sheet, width === 'wide' && styles.wide, width === 'full' && styles.full)}>
        <AriaDialog
          ref={panel}
          className={classNames(styles.panel, dismissable && styles.closable)}
          role={dismissable ? 'dialog' : 'alertdialog'}
        >
          {dismissable && <IconButton icon={X} label={t`Close`} className={styles.close} onClick={onClose} />}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the close button and Escape do the same */}
          <div className={styles.body} {...drag}>
            <div className={classNames(styles.head, (icon || picture) && styles.centred)}>
              {picture && <img className={styles.picture} src={picture} alt="" />}
              {icon && !picture && (
                <span className={classNames(styles.icon, tone === 'bad' && styles.bad)}>
                  <Icon of={icon} size={28} />
                </span>
              )}
              <Heading slot="title" level={2} className={styles.title}>
                {title}
              </Heading>
              {intro && <div className={styles.intro}>{intro}</div>}
            </div>
            {children}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export default DialogFrame
