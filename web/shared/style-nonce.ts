/** Allows the style elements that the component library creates; the policy refuses all others. */
export const styleNonce =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '');

// The package that stops the page from scrolling behind a dialog reads its nonce from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
