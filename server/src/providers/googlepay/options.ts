export interface GooglePayOptions {
  /** Google's own: `https://pay.google.com/gp/p/js/pay.js`. */
  readonly scriptUrl: string
}
