/** The one function of the library that is used; it has no types of its own. */
declare module 'web-push' {
  const webPush: {
    /** @throws for keys or options that are not valid */
    generateRequestDetails(
      subscription: {
        readonly endpoint: string
        readonly keys: { readonly p256dh: string; readonly auth: string }
      },
      payload: string,
      options: {
        readonly vapidDetails: { readonly subject: string; readonly publicKey: string; readonly privateKey: string }
        readonly contentEncoding: 'aes128gcm'
        /** Seconds. */
        readonly TTL: number
        readonly topic: string
        readonly urgency: 'very-low' | 'low' | 'normal' | 'high'
      },
    ): {
      readonly endpoint: string
      readonly headers: Readonly<Record<string, string | number>>
      readonly body: Buffer
    }
  }
  export default webPush
}
