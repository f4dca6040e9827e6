/** Actions on the provider's page. */
export type OpenIdChoice = { readonly email: string; readonly name?: string; readonly verified?: boolean } | 'refuse'

/**
 * Completes a sign-in at the provider as a browser without earlier cookies would: follows redirects, submits the
 * choice, and stops at the first URL outside the provider.
 *
 * @param url the authorization request
 * @returns the application's callback URL, with `code` or `error`
 */
export async function walkThroughProvider(url: string, choice: OpenIdChoice): Promise<URL> {
  const { origin } = new URL(url)
  const cookies = new Map<string, string>()
  let at = url
  let form: string | undefined
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(at, {
      redirect: 'manual',
      ...(form === undefined ? {} : { method: 'POST', body: form }),
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    })
    form = undefined
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location !== null) {
      at = new URL(location, at).href
      if (new URL(at).origin !== origin) return new URL(at)
    } else if (response.status === 200 && at.includes('/sign-in/')) {
      form = formOf(choice)
    } else throw new Error(`${at} answered ${response.status}: ${(await response.text()).replace(/<[^>]+>|\s+/g, ' ')}`)
  }
  throw new Error('the provider never came to an end')
}

const formOf = (choice: OpenIdChoice): string =>
  new URLSearchParams(
    choice === 'refuse'
      ? { choice }
      : {
          choice: 'typed',
          email: choice.email,
          name: choice.name ?? '',
          ...(choice.verified === false ? {} : { verified: 'on' }),
        },
  ).toString()
