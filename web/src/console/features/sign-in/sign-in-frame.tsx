import { type ReactNode, useEffect } from 'react'
import { Card } from '#components/layout/card.tsx'
import styles from './sign-in.module.css'

export const SignInFrame = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Incontro`
  }, [title])
  return (
    <main id="main" className={styles.frame}>
      <Card className={styles.card}>
        <p className={styles.product}>Incontro</p>
        <h1>{title}</h1>
        {children}
      </Card>
    </main>
  )
}
