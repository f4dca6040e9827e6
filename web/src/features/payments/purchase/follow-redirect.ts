import type { Charge } from '@incontro/contract/domain'

/** Navigates to the bank's page; for a POST, with a form that submits itself. */
export const followRedirect = ({ url, method, data }: NonNullable<Charge['redirect']>): void => {
  if (method === 'GET') {
    location.assign(url)
    return
  }
  const form = document.createElement('form')
  form.method = 'POST'
  form.action = url
  for (const [name, value] of Object.entries(data)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
