import styles from './name-age.module.css'

/** A name and an age in one line. Only the name is shortened where there is little room. @param age null for none */
export const NameAge = ({ name, age }: { readonly name: string; readonly age: number | null }) => (
  <span className={styles.line}>
    <span className={styles.name}>{age === null ? name : `${name},`}</span>
    {age !== null && (
      <>
        {' '}
        <span className={styles.age}>{age}</span>
      </>
    )}
  </span>
)
